#!/usr/bin/env python3
"""Unit tests and the tests of the command, big-endian."""
import builds

builds.run_tests("s390x")
