import { oncePerFrame } from "./dom";

/** A value with observers: functions that are called when it changes. */
export class Signal<T> {
  private observers = new Set<(value: T, before: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set value(value: T) {
    const before = this.current;
    if (!Object.is(before, value)) {
      this.current = value;
      this.notify(before);
    }
  }

  /** Calls the observers after a change inside of the object that is the value. */
  touch(): void {
    this.notify(this.current);
  }

  /** Calls the function now and after every change. Returns a function that ends this. */
  observe(observer: (value: T, before: T) => void): () => void {
    this.observers.add(observer);
    observer(this.current, this.current);
    return () => this.observers.delete(observer);
  }

  /** Calls the function after every change. */
  onChange(observer: (value: T, before: T) => void): () => void {
    this.observers.add(observer);
    return () => this.observers.delete(observer);
  }

  private notify(before: T): void {
    for (const observer of [...this.observers]) {
      observer(this.current, before);
    }
  }
}

/**
 * Calls the function in the next frame of the screen after one of the signals changed. For panels,
 * which then compute their layout once per frame.
 */
export function showWhenChanged(signals: readonly Signal<any>[], show: () => void): void {
  whenChanged(signals, oncePerFrame(show));
}

/** Calls the function when one of the signals changes, at most once per task. */
export function whenChanged(signals: readonly Signal<any>[], run: () => void): void {
  let isPending = false;
  for (const signal of signals) {
    signal.onChange(() => {
      if (!isPending) {
        isPending = true;
        queueMicrotask(() => {
          isPending = false;
          run();
        });
      }
    });
  }
}
