"""The arguments that cmd and PowerShell give to a program, for the lines in documents.

Only lines without variables, redirections and other syntax of a shell have arguments; for the
others, both functions raise ValueError with the first character that the shell does not pass on.
"""
import re


def refuse(pattern, text):
    found = re.search(pattern, text)
    if found:
        raise ValueError(f"{found.group()!r} at {found.start()} is syntax of the shell: {text}")


def split(line):
    """Arguments of a command line as the C library of Windows separates them."""
    words, word, is_quoted, is_empty = [], "", False, True
    backslashes = 0
    for character in line + " ":
        if character == "\\":
            backslashes += 1
            continue
        if character == '"':
            word += "\\" * (backslashes // 2)
            if backslashes % 2:
                word += '"'
            else:
                is_quoted = not is_quoted
            is_empty = False
        else:
            word += "\\" * backslashes
            if character in " \t" and not is_quoted:
                if word or not is_empty:
                    words.append(word)
                word, is_empty = "", True
            else:
                word += character
        backslashes = 0
    if is_quoted:
        raise ValueError(f"a quotation mark is missing: {line}")
    return words


def outside_quotes(line):
    """The line with quoted text as spaces."""
    return re.sub(r'"[^"]*"', lambda found: " " * len(found.group()), line)


def cmd(line):
    # A percent sign can begin a variable, also inside quotes; an exclamation mark can too, if
    # delayed expansion is on.
    refuse(r"[%!]", line)
    refuse(r"[&|<>^()']", outside_quotes(line))
    return split(line)


def powershell(line):
    refuse(r'"[^"]*[$`]', line)
    outside = outside_quotes(line)
    refuse(r"[$`{}()\[\];,|&<>']", outside)
    refuse(r"(?:^| )[@#]", outside)
    refuse(r"(?:^| )-\S*[.:]\S", outside)  # one argument becomes two
    return split(line)  # a program gets a line again, with quotes around arguments with spaces
