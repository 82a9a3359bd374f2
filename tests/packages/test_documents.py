#!/usr/bin/env python3
"""All links in the documents that packages contain lead to a file of the package or to the web."""
import pathlib
import shutil
import sys
import unittest

import packages

ROOT = packages.ROOT
sys.path.insert(0, str(ROOT / "packaging"))
sys.path.insert(0, str(ROOT / "tests" / "support"))
import link_documents
import markdown

REPOSITORY = "https://example.org/gait"


class Documents(unittest.TestCase):
    def dead_links(self, folder):
        pages = sorted(folder.rglob("*.md"))
        self.assertIn(folder / "README.md", pages)
        return [f"{page.relative_to(folder)}:{line}: {target}" for page in pages
                for line, target in markdown.links(page.read_text(encoding="utf-8"))
                if not (page.parent / target.partition("#")[0]).exists()]

    def test_archives(self):
        folder = packages.scratch(self) / "documents"
        folder.mkdir()
        packages.run(ROOT / "packaging/copy_documents.sh", folder)
        self.assertEqual(self.dead_links(folder), [])
        self.assertTrue((folder / "samples/stalker.omf").exists())

    def test_debian(self):
        """debian/rules links what gait.docs lists."""
        folder = packages.scratch(self) / "gait"
        folder.mkdir()
        for name in (ROOT / "packaging/debian/gait.docs").read_text().split():
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, folder / name)
        self.assertNotEqual(self.dead_links(folder), [])
        packages.run(ROOT / "packaging/link_documents.py", folder)
        self.assertEqual(self.dead_links(folder), [])
        rules = (ROOT / "packaging/debian/rules").read_text()
        self.assertIn("packaging/link_documents.py debian/gait/usr/share/doc/gait;", rules)

    def test_links_that_are_replaced(self):
        folder = packages.scratch(self)
        (folder / "docs").mkdir()
        (folder / "docs/api.md").touch()
        page = pathlib.Path("docs/page.md")
        for text, expected in (
                ("[a](api.md#x) [b](https://c/d) [e](#f)", None),
                ("`[a](../src)`\n```\n[a](../src)\n```\n", None),
                ("[a](../web/README.md#b)", f"[a]({REPOSITORY}/blob/main/web/README.md#b)"),
                ("[a](../src/)", f"[a]({REPOSITORY}/tree/main/src)")):
            self.assertEqual(link_documents.linked(text, page, folder, REPOSITORY),
                             expected or text)
        with self.assertRaises(SystemExit):
            link_documents.linked("[a](none.md)", page, folder, REPOSITORY)


if __name__ == "__main__":
    unittest.main()
