/** Advances the time while a clip plays, and requests the poses at that time. */
import type { App } from "../app";
import { clamp } from "../numbers";
import { frameAt, phaseOf, secondsOf, secondsOfPhase, timeOf, type ShownClip } from "../state/clip";
import type { Pinned } from "../state/comparison";
import type { LoopMode } from "../state/playback";

/** True when a clip that ends before the other one repeats; else it holds its last pose. */
export function repeats(loop: LoopMode, { listed }: ShownClip): boolean {
  return loop !== "once" && (loop !== "game" || listed.loop !== false);
}

/** The time of the pinned clip for a time of the clip that is shown. */
export function pinnedTime(pinned: Pinned, clip: ShownClip, seconds: number, loop: LoopMode):
  number {
  const other = pinned.clip;
  const end = other.duration;
  switch (pinned.lock) {
    case "time":
      return seconds > end && end > 0 && repeats(loop, other) ? seconds % end
        : Math.min(seconds, end);
    case "phase":
      return secondsOfPhase(other, phaseOf(clip, seconds));
    case "frame": {
      const frame = frameAt(clip, seconds);
      const count = other.opened.times.length;
      return secondsOf(other, repeats(loop, other) ? frame % count : frame);
    }
  }
}

const gameLimits = (clip: ShownClip) =>
  ({ a: secondsOfPhase(clip, 0), b: secondsOfPhase(clip, 1) });

/** In games, the phases from 0 to 1 take the duration. */
function speedOfGame(clip: ShownClip): number {
  const { a, b } = gameLimits(clip);
  return (clip.listed.playback?.speed ?? 1) * (clip.duration > 0 ? (b - a) / clip.duration : 1);
}

const modulo = (value: number, length: number) => ((value % length) + length) % length;

export class Playback {
  /** True while the user drags the time: it does not advance. */
  isHeld = false;
  private before = 0;
  private frame = 0;
  /** -1 on the way back of ping-pong. */
  private direction = 1;
  private requested = false;
  private again = false;

  constructor(private app: App) {
    app.playback.time.onChange(() => this.request());
    app.selection.clip.onChange((clip, before) => this.startClip(clip, before));
    app.comparison.pinned.onChange(() => this.request());
    app.playback.loop.onChange(() => {
      this.direction = 1;
      this.request();
    });
    app.playback.speed.onChange((speed, before) => {
      if (speed * before < 0) {
        this.direction = 1;
      }
    });
    app.playback.playing.onChange(() => this.start());
  }

  private startClip(clip: ShownClip | null, before: ShownClip | null): void {
    const isOther = clip?.doc !== before?.doc || clip?.index !== before?.index;
    if (isOther) {
      this.direction = 1;
      if (clip && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
        this.app.playback.playing.value = clip.duration > 0;
      }
    }
    if (clip) {
      this.start();
      this.request();
    }
  }

  /** Plays or pauses. At the end of a clip that does not loop, it plays from the beginning. */
  toggle(): void {
    const { app } = this;
    const clip = app.selection.clip.value;
    if (!app.playback.playing.value && clip) {
      const { a, b } = this.limits(clip);
      const isForward = app.playback.speed.value > 0;
      if (app.playback.loop.value !== "ping-pong" && !this.loops(clip) &&
          (isForward ? app.playback.time.value >= b : app.playback.time.value <= a)) {
        app.playback.time.value = isForward ? a : b;
      }
      app.playback.playing.value = b > a;
    } else {
      app.playback.playing.value = false;
    }
  }

  private start(): void {
    cancelAnimationFrame(this.frame);
    if (this.app.playback.playing.value) {
      this.before = performance.now();
      this.frame = requestAnimationFrame(this.advance);
    }
  }

  /** The part of the clip that plays, in seconds. Games play the phases from 0 to 1. */
  private limits(clip: ShownClip): { a: number; b: number } {
    const { range, loop } = this.app.playback;
    return range.value ?? (loop.value === "game" ? gameLimits(clip) : { a: 0, b: clip.duration });
  }

  /** True when the game would play the clip again and again. */
  private loops(clip: ShownClip): boolean {
    const mode = this.app.playback.loop.value;
    return mode === "loop" || (mode === "game" && clip.listed.loop !== false);
  }

  private advance = (now: number): void => {
    const { app } = this;
    const clip = app.selection.clip.value;
    if (!app.playback.playing.value || !clip) {
      return;
    }
    const elapsed = clamp((now - this.before) / 1000, 0, 0.25);
    this.before = now;
    const gameSpeed = app.playback.loop.value === "game" ? speedOfGame(clip) : 1;
    if (!this.isHeld) {
      this.move(clip, elapsed * app.playback.speed.value * gameSpeed);
    }
    if (app.playback.playing.value) {
      this.frame = requestAnimationFrame(this.advance);
    }
  };

  private move(clip: ShownClip, step: number): void {
    const { app } = this;
    const { a, b } = this.limits(clip);
    const length = b - a;
    if (length <= 0) {
      app.playback.time.value = a;
      return;
    }
    const signed = step * this.direction;
    const before = app.playback.time.value;
    const isOutside = before < a || before > b;
    const time = isOutside ? (signed > 0 ? a : b) : before + signed;
    if (time >= a && time <= b) {
      app.playback.time.value = time;
    } else if (app.playback.loop.value === "ping-pong") {
      const folded = modulo(time - a, 2 * length);
      app.playback.time.value = a + (folded > length ? 2 * length - folded : folded);
      if (folded > length) {
        this.direction = -this.direction;
      }
    } else if (this.loops(clip)) {
      app.playback.time.value = a + modulo(time - a, length);
    } else {
      app.playback.time.value = time > b ? b : a;
      app.playback.playing.value = false;
    }
  }

  /** Requests the pose of the time; one request at a time, and then the newest. */
  private request(): void {
    if (this.requested) {
      this.again = true;
      return;
    }
    this.requested = true;
    void this.fetch().finally(() => {
      this.requested = false;
      if (this.again) {
        this.again = false;
        this.request();
      }
    });
  }

  private async fetch(): Promise<void> {
    const { app } = this;
    const clip = app.selection.clip.value;
    if (!clip || clip.problem) {
      return;
    }
    const { engine } = app.client;
    const seconds = app.playback.time.value;
    const pinned = app.comparison.pinned.value;
    try {
      const hasOther = pinned && pinned.clip !== clip && !pinned.clip.problem;
      const [pose, other] = await Promise.all([
        engine.pose(clip.opened.clip, timeOf(clip, seconds), "model"),
        hasOther ? engine.pose(pinned.clip.opened.clip,
          timeOf(pinned.clip, pinnedTime(pinned, clip, seconds, app.playback.loop.value)),
          "model") : null,
      ]);
      if (app.selection.clip.value === clip) {
        app.comparison.pinnedPose.value = other;
        app.playback.pose.value = pose;
      }
    } catch (error) {
      if (app.selection.clip.value === clip) {
        app.report(error);
      }
    }
  }
}
