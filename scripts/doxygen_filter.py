#!/usr/bin/env python3
"""doxygen_filter.py FILE: prints a public header, or a page in Markdown, as Doxygen reads it.

Public headers have plain comments. They become Doxygen comments:

  at the start of the file    the text of the module of this header, which is part of the module
                              of gait.h (headers that it includes) or of expert.h (all others)
  --- title ---               a section of the module
  above a declaration         its documentation, shared with the declarations that follow without
                              an empty line or another comment between them
  above a member              its documentation; unchanged when the member has a trailing comment
  after a member              the documentation of all names on the line

Members without a comment get an empty one, so that Doxygen accepts them. Comments are plain text,
except that `backticks` mark code. Line numbers do not change.

In Markdown, headings get anchors like those of GitHub, and links to files of the repository become
links that work from build/docs/.
"""
import os
import pathlib
import posixpath
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.S)
CHUNK = re.compile(r"""
    (?P<directive>[#](?:[^\n]*\\\n)*[^\n]*)\n
    | (?P<comment>[ ]*/\*.*?\*/)[ ]*\n
    | (?P<code>[^\n]*?)[ ]*(?P<trailing>/\*(?:(?!\*/).)*\*/)?[ ]*\n""", re.X | re.S)
SECTION = re.compile(r"/\* --- (.*?) -+\s*\*/$")
MEMBERS = re.compile(r"( +)((?:const )?\w[\w ]*?) (\*?\w+(?:\[\w+\])*(?:, \*?\w+(?:\[\w+\])*)*);$")
ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
SUMMARIES = {"gait.h": "Core", "expert.h": "Expert"}
NO_TEXT = "/* \N{ZERO WIDTH JOINER} */"
CPLUSPLUS = ('extern "C" {', "}")  # between #ifdef __cplusplus and #endif


def escape(text):
    """Plain text for Doxygen and Markdown; code in backticks stays as it is."""
    parts = text.split("`")
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"[\\@&$#<>%*\[\]|~]",
                          lambda found: ENTITIES.get(found[0], "\\" + found[0]), parts[i])
    return "`".join(parts)


def comment_lines(comment):
    """The escaped lines of a plain comment."""
    lines = comment.strip()[2:-2].split("\n")
    text = "\n".join(re.sub(r"^ *\* ?", "", line).rstrip() for line in lines)
    return escape(text.strip(" ")).split("\n")


def block(comment):
    """A Doxygen comment on as many lines as the plain one."""
    first, *others = comment_lines(comment)
    return "\n".join([f"/** {first}", *(f" * {line}".rstrip() for line in others)]) + " */"


def one_line(comment, opening="/**"):
    """A Doxygen comment on one line: paragraphs stay, lists become plain text."""
    return f"{opening} {' '.join(line.strip() or '<p>' for line in comment_lines(comment))} */"


class HeaderFilter:
    """Converts one header, chunk by chunk: a directive, a comment, or a line of code."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.is_summary = self.path.name in SUMMARIES
        self.has_module = False
        self.has_section = False
        self.depth = 0              # of braces
        self.is_open = False        # a declaration continues on the next line
        self.above = None           # the comment above declarations
        self.is_shared = False      # a declaration below that comment has been seen
        self.above_member = None

    def convert(self):
        chunks = list(CHUNK.finditer(self.path.read_text(encoding="utf-8")))
        out = []
        for chunk, following in zip(chunks, [*chunks[1:], None]):
            if chunk["directive"] is not None:
                out.append(self.directive(chunk["directive"]))
            elif chunk["comment"]:
                out.append(self.comment(chunk["comment"], following))
            else:
                out.append(self.code(chunk["code"], chunk["trailing"]))
        ends = self.has_section + (self.has_module and not self.is_summary)
        return "\n".join([*out, *["/** @} */"] * ends, ""])

    def directive(self, line):
        self.above = None
        return COMMENT.sub(lambda inner: one_line(inner[0], "/**<"), line)

    def comment(self, comment, following):
        if not self.has_module:
            self.has_module = True
            return self.module(comment)
        section = SECTION.match(comment)
        if section:
            end = "/** @} */ " * self.has_section
            self.has_section = True
            start = f"/** @section_of_module{{{escape(section[1].capitalize())}}} */"
            return end + start + "\n" * comment.count("\n")
        if not self.depth:
            self.above, self.is_shared = comment, False
        elif following and following["trailing"]:
            return comment
        else:
            self.above_member = comment
        return block(comment)

    def module(self, comment):
        """The first comment of the file."""
        text = block(re.sub(r"^/\* Gait - (.)", lambda found: "/* " + found[1].upper(), comment))
        title = f"gait/{self.path.name}"
        if self.is_summary:
            start = f"/** @summary{{{self.path.stem},{SUMMARIES[self.path.name]}: {title}}}"
            return text.replace("/**", start, 1)
        core = self.path.with_name("gait.h").read_text(encoding="utf-8")
        parent = "gait" if f'"{title}"' in core else "expert"
        start = f"/** @module{{gait_{self.path.stem},{title},{parent}}}"
        return text.replace("/**", start, 1)[:-2] + "@{ */"

    def code(self, code, trailing):
        """One line of code, which may be empty."""
        if self.depth:
            line = self.member(code, trailing)
        else:
            line = self.declaration(code) + (" " + one_line(trailing, "/**<") if trailing else "")
        if code not in CPLUSPLUS:
            self.depth += code.count("{") - code.count("}")
            self.is_open = bool(code) and not code.endswith(";")
        return line + "\n" * (trailing or "").count("\n")

    def declaration(self, code):
        if not code:
            self.above = None
        if not code or code in CPLUSPLUS or self.is_open:
            return code
        start = ""
        if self.above and self.is_shared:
            start = one_line(self.above) + " "
        elif not self.above and code.startswith("enum {"):
            start = "/** @undocumented */ "  # unknown to Doxygen, which allows bare enums
        self.is_shared = True
        return start + COMMENT.sub(lambda inner: one_line(inner[0], "/**<"), code)

    def member(self, code, trailing):
        above, self.above_member = self.above_member, None
        behind = " " + one_line(trailing or NO_TEXT, "/**<")
        found = MEMBERS.match(code)
        if not found:
            is_plain = above or not code.endswith(";") or code.startswith("}")
            return code if is_plain and not trailing else code + behind
        members = [f"{found[2]} {name};" for name in found[3].split(", ")]
        if above and not trailing:
            return found[1] + f" {one_line(above)} ".join(members)
        return found[1] + " ".join(member + behind for member in members)


def anchor(title):
    """The anchor that GitHub gives to a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def convert_page(path):
    """Markdown: anchors of headings, links to files. Code blocks stay as they are."""
    folder = os.path.relpath(os.path.dirname(path))

    def link(found):
        target = found[3]
        if re.match(r"\w+:|#", target):
            return found[0]
        target = posixpath.normpath(posixpath.join("../..", folder, target))
        if found[1]:
            return f'<img src="{target}" alt="{found[2]}">'
        return f'<a href="{target}">{found[2]}</a>'

    def convert_text(text):
        text = re.sub(r"^(#+ )(.*)$", lambda found: f"{found[0]} {{#{anchor(found[2])}}}", text,
                      flags=re.M)
        return re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]*)\)", link, text)

    text = pathlib.Path(path).read_text(encoding="utf-8")
    parts = re.split(r"^(```.*?^```$)", text, flags=re.M | re.S)
    return "".join(convert_text(part) if i % 2 == 0 else part for i, part in enumerate(parts))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    is_header = sys.argv[1].endswith(".h")
    print(HeaderFilter(sys.argv[1]).convert() if is_header else convert_page(sys.argv[1]), end="")
