"""Parses the Markdown of this project: headings and their anchors, links, fenced blocks."""
import re

FENCE = re.compile(r"^```(\S*)[ ]?(.*)$")


def lines_outside_fences(text):
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if FENCE.match(line):
            inside = not inside
        elif not inside:
            yield number, line


def anchors(text):
    """The valid anchors of a page: one per heading, with a number if it repeats, and <a id>."""
    slugs = []
    found = []
    for _, line in lines_outside_fences(text):
        found += re.findall(r'<a id="([^"]*)"></a>', re.sub(r"`[^`]*`", "", line))
        heading = re.match(r"#{1,6} +(.*)", line)
        if heading:
            plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).strip().lower()
            slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
            found.append(f"{slug}-{slugs.count(slug)}" if slug in slugs else slug)
            slugs.append(slug)
    return found


def links(text):
    """(line, target) of each link that is not a web address."""
    for number, line in lines_outside_fences(text):
        line = re.sub(r"`[^`]*`", "", line)
        for target in re.findall(r"\]\(([^)\s]+)\)", line):
            if not re.match(r"[a-z]+:", target):
                yield number, target


def fences(text):
    """(first line, language, rest of that line, content lines) of each fenced block."""
    start, language, rest, content = 0, "", "", []
    for number, line in enumerate(text.split("\n"), 1):
        fence = FENCE.match(line)
        if fence and start:
            yield start, language, rest, content
            start = 0
        elif fence:
            start, language, rest, content = number, fence.group(1), fence.group(2), []
        elif start:
            content.append(line)


def unhex(content):
    """Bytes of a hex dump: offset, bytes, |text|. A line with only * repeats the previous line."""
    data, repeat = b"", False
    for line in content:
        if line == "*":
            repeat = True
            continue
        offset, _, rest = line.partition(":")
        if repeat:
            data += data[-16:] * ((int(offset, 16) - len(data)) // 16)
            repeat = False
        if int(offset, 16) != len(data):
            raise ValueError(f"offset {offset} follows {len(data):04x}")
        data += bytes.fromhex(rest.partition("|")[0])
    return data
