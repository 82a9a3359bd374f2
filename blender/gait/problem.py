# SPDX-License-Identifier: GPL-3.0-or-later
"""What a user has to know about a failure."""


class Problem(Exception):
    """A failure that is reported without a traceback: what happened, and what to do."""

    def __init__(self, message, advice=""):
        super().__init__(message, advice)
        self.message = message
        self.advice = advice

    def __str__(self):
        return ". ".join([self.message] + [self.advice[:1].upper() + self.advice[1:]] * bool(
            self.advice))


class SkeletonProblem(Problem):
    """A file cannot be used with the skeleton that was found or chosen."""


class ScaleProblem(Problem):
    """An armature is larger or smaller than the skeleton of a file."""


class ExistsProblem(Problem):
    """A file exists, and the user has not allowed to replace it."""


class Reporting:
    """An operator whose run() returns (level, text) of messages, and can raise Problem."""
    bl_options = {"UNDO"}

    def execute(self, context):
        try:
            messages, result = self.run(context) or (), {"FINISHED"}
        except Problem as problem:
            messages, result = [("ERROR", str(problem))], {"CANCELLED"}
        self.tell(messages)
        return result

    def tell(self, messages):
        for level, text in messages:
            self.report({level}, text)
