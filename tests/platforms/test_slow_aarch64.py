#!/usr/bin/env python3
"""Unit tests and the tests of the command, where plain char is unsigned."""
import builds

builds.run_tests("aarch64")
