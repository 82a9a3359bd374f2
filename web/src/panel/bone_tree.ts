/** The tree of the bones, with a search. */
import type { Bone } from "gait";
import type { App } from "../app";
import { make } from "../dom";
import { text } from "../text/text";

interface Row {
  bone: Bone;
  depth: number;
  hasChildren: boolean;
}

const INDENT = 12;

/** The bones in the order of the tree, without the descendants of closed bones. */
function visibleRows(bones: readonly Bone[], closed: ReadonlySet<number>, search: string): Row[] {
  const wanted = search.trim().toLowerCase();
  if (wanted) {
    return bones.filter(({ name }) => name.toLowerCase().includes(wanted))
      .map((bone) => ({ bone, depth: 0, hasChildren: false }));
  }
  const children = new Map<number | null, Bone[]>();
  bones.forEach((bone) =>
    children.set(bone.parent, [...children.get(bone.parent) ?? [], bone]));
  const rows: Row[] = [];
  const waiting = (children.get(null) ?? []).map((bone) => ({ bone, depth: 0 })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { bone, depth } = next;
    const below = children.get(bone.index) ?? [];
    rows.push({ bone, depth, hasChildren: below.length > 0 });
    if (!closed.has(bone.index)) {
      waiting.push(...below.map((one) => ({ bone: one, depth: depth + 1 })).reverse());
    }
  }
  return rows;
}

export class BoneTree {
  readonly search = make("input", { type: "search", id: "panel-bone-search",
    oninput: () => this.show(this.bones) });
  readonly list = make("div", { role: "tree", class: "tree", tabIndex: 0, id: "panel-bone-tree",
    "data-keys": "arrows enter" });
  private bones: readonly Bone[] = [];
  private closed = new Set<number>();
  private rows: Row[] = [];

  constructor(private app: App) {
    this.list.addEventListener("keydown", (event) => this.handleKey(event));
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" && this.rows.length > 0) {
        event.preventDefault();
        this.list.focus();
        this.app.selection.bone.value = this.rows[0]!.bone.index;
      }
    });
  }

  show(bones: readonly Bone[]): void {
    if (this.bones !== bones) {
      this.closed.clear();
      this.bones = bones;
    }
    this.search.placeholder = text("panel.search-bone");
    this.search.setAttribute("aria-label", text("panel.search-bone"));
    this.list.setAttribute("aria-label", text("panel.bones"));
    this.rows = visibleRows(bones, this.closed, this.search.value);
    this.list.replaceChildren(...this.rows.map((row) => this.makeRow(row)),
      ...(this.rows.length === 0 ? [make("p", { class: "dim" }, text("panel.no-bone"))] : []));
    this.showPicked();
  }

  private makeRow({ bone, depth, hasChildren }: Row): HTMLElement {
    const isOpen = !this.closed.has(bone.index);
    const row = make("div", { role: "treeitem", id: `panel-bone-${bone.index}`, class: "tree-row",
      "aria-level": depth + 1, "aria-expanded": hasChildren ? isOpen : undefined,
      onclick: () => {
        this.app.selection.bone.value = bone.index;
      } },
    make("span", { class: "tree-mark", onclick: (event: Event) => {
      if (hasChildren) {
        event.stopPropagation();
        this.setOpen(bone.index, !isOpen);
      }
    } }, hasChildren ? (isOpen ? "▾" : "▸") : ""), bone.name);
    row.style.paddingInlineStart = `${depth * INDENT}px`;
    return row;
  }

  private setOpen(bone: number, isOpen: boolean): void {
    this.closed[isOpen ? "delete" : "add"](bone);
    this.show(this.bones);
  }

  /** Marks the picked bone, and opens its ancestors. */
  showPicked(): void {
    const picked = this.app.selection.bone.value;
    if (picked !== null && !this.search.value && !this.rows.some(({ bone }) =>
      bone.index === picked)) {
      const above = this.ancestors(picked).filter((one) => this.closed.delete(one));
      if (above.length > 0) {
        this.show(this.bones);
        return;
      }
    }
    for (const row of this.list.querySelectorAll("[role=treeitem]")) {
      const isPicked = row.id === `panel-bone-${picked}`;
      row.setAttribute("aria-selected", String(isPicked));
      if (isPicked) {
        this.list.setAttribute("aria-activedescendant", row.id);
        row.scrollIntoView({ block: "nearest" });
      }
    }
    if (picked === null) {
      this.list.removeAttribute("aria-activedescendant");
    }
  }

  private ancestors(bone: number): number[] {
    const above: number[] = [];
    for (let at = this.bones[bone]?.parent ?? null; at !== null;
      at = this.bones[at]?.parent ?? null) {
      above.push(at);
    }
    return above;
  }

  private handleKey(event: KeyboardEvent): void {
    const { rows, app } = this;
    const at = rows.findIndex(({ bone }) => bone.index === app.selection.bone.value);
    const row = rows[at];
    const moves: Record<string, () => void> = {
      ArrowDown: () => this.pick(Math.min(at + 1, rows.length - 1)),
      ArrowUp: () => this.pick(Math.max(at - 1, 0)),
      Home: () => this.pick(0),
      End: () => this.pick(rows.length - 1),
      ArrowLeft: () => {
        if (row?.hasChildren && !this.closed.has(row.bone.index)) {
          this.setOpen(row.bone.index, false);
        } else if (row && row.bone.parent !== null) {
          app.selection.bone.value = row.bone.parent;
        }
      },
      ArrowRight: () => {
        if (row?.hasChildren && this.closed.has(row.bone.index)) {
          this.setOpen(row.bone.index, true);
        } else if (row?.hasChildren) {
          this.pick(at + 1);
        }
      },
    };
    if (moves[event.key]) {
      event.preventDefault();
      moves[event.key]!();
    }
  }

  private pick(row: number): void {
    this.app.selection.bone.value = this.rows[row]?.bone.index ?? this.app.selection.bone.value;
  }
}
