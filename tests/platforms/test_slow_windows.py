#!/usr/bin/env python3
"""Unit tests and the tests of the command, on Windows as wine has it."""
import builds

builds.run_tests("windows")
