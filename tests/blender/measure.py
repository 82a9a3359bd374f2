#!/usr/bin/env python3
"""measure.py BANK: prints how long imports, write-backs and previews take in each version of
Blender, with the goals. BANK is an OMF with some hundred clips."""
import pathlib
import sys
import tempfile

import add_on
import versions


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    session = pathlib.Path(__file__).with_name("measure_session.py")
    for version in versions.available():
        with tempfile.TemporaryDirectory() as folder:
            add_on.assemble(folder)
            versions.run_script(version, session, [folder, pathlib.Path(sys.argv[1]).resolve()])


if __name__ == "__main__":
    main()
