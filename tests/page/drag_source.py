#!/usr/bin/python3
"""drag_source.py drag|copy PATH...: a small window at the top left of the screen from which the
files are dragged, as from a file manager; or a program that has copied them. Prints "ready"."""
import pathlib
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402 (after the version)

SIZE = 40
URIS = [pathlib.Path(path).resolve().as_uri() for path in sys.argv[2:]]
TARGET = [Gtk.TargetEntry.new("text/uri-list", 0, 0)]


def show_source():
    window = Gtk.Window(type=Gtk.WindowType.POPUP)  # above the browser
    window.set_default_size(SIZE, SIZE)
    window.move(0, 0)
    window.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, TARGET,
                           Gdk.DragAction.COPY | Gdk.DragAction.MOVE)
    window.connect("drag-data-get", lambda _w, _c, data, *_: data.set_uris(URIS))
    window.show_all()


def copy():
    """Owns the clipboard by a window of its own: GTK for Python has no call that sets URIs."""
    window = Gtk.Invisible()
    Gtk.selection_add_target(window, Gdk.SELECTION_CLIPBOARD,
                             Gdk.Atom.intern("text/uri-list", False), 0)
    window.connect("selection-get", lambda _w, data, *_: data.set_uris(URIS))
    Gtk.selection_owner_set(window, Gdk.SELECTION_CLIPBOARD, Gdk.CURRENT_TIME)
    return window  # which lives as long as it owns the clipboard


owner = copy() if sys.argv[1] == "copy" else show_source()
GLib.idle_add(lambda: print("ready", flush=True))
Gtk.main()
