#!/usr/bin/env python3
"""Unit tests and the tests of the command, on Windows, emulated by wine."""
import builds

builds.run_tests("windows")
