/** Advances the time while a clip plays, and requests the poses of the time. */
import { App, type Pinned, type ShownClip } from "../app";

/** The time of the pinned clip for a time of the clip that is shown. */
export function pinnedTime(pinned: Pinned, clip: ShownClip, seconds: number): number {
  const other = pinned.clip;
  switch (pinned.lock) {
    case "time":
      return Math.min(seconds, other.duration);
    case "phase":
      return clip.duration > 0 ? (seconds / clip.duration) * other.duration : 0;
    case "frame":
      return App.secondsOf(other, App.frameAt(clip, seconds));
  }
}

export class Playback {
  private before = 0;
  private direction = 1;
  private requested = false;
  private again = false;

  constructor(private app: App) {
    app.time.onChange(() => this.request());
    app.clip.onChange((clip) => {
      this.direction = 1;
      if (clip) {
        this.request();
      }
    });
    app.pinned.onChange(() => this.request());
    app.playing.onChange((playing) => {
      if (playing) {
        this.before = performance.now();
        requestAnimationFrame(this.advance);
      }
    });
  }

  /** The part of the clip that plays, in seconds. */
  private limits(clip: ShownClip): { a: number; b: number } {
    return this.app.range.value ?? { a: 0, b: clip.duration };
  }

  /** True when the game would play the clip again and again. */
  private loops(clip: ShownClip): boolean {
    const mode = this.app.loop.value;
    return mode === "loop" || (mode === "game" && clip.listed.loop !== false);
  }

  private advance = (now: number): void => {
    const { app } = this;
    const clip = app.clip.value;
    if (!app.playing.value || !clip) {
      return;
    }
    const elapsed = Math.min((now - this.before) / 1000, 0.25);
    this.before = now;
    const gameSpeed = app.loop.value === "game" ? clip.listed.playback?.speed ?? 1 : 1;
    this.move(clip, elapsed * app.speed.value * gameSpeed);
    requestAnimationFrame(this.advance);
  };

  private move(clip: ShownClip, step: number): void {
    const { app } = this;
    const { a, b } = this.limits(clip);
    const length = b - a;
    let time = app.time.value + step * this.direction;
    if (length <= 0) {
      app.time.value = a;
      return;
    }
    if (time > b || time < a) {
      if (app.loop.value === "ping-pong") {
        this.direction = (time > b) === (app.speed.value > 0) ? -1 : 1;
        time = time > b ? b : a;
      } else if (this.loops(clip)) {
        time = a + ((((time - a) % length) + length) % length);
      } else {
        time = time > b ? b : a;
        app.playing.value = false;
      }
    }
    app.time.value = time;
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
    const clip = app.clip.value;
    if (!clip || clip.problem) {
      return;
    }
    const { engine } = app.client;
    const seconds = app.time.value;
    const pinned = app.pinned.value;
    try {
      const hasOther = pinned && pinned.clip !== clip && !pinned.clip.problem;
      const [pose, other] = await Promise.all([
        engine.pose(clip.opened.clip, App.timeOf(clip, seconds), "model"),
        hasOther ? engine.pose(pinned.clip.opened.clip,
          App.timeOf(pinned.clip, pinnedTime(pinned, clip, seconds)), "model") : null,
      ]);
      if (app.clip.value === clip) {
        app.pinnedPose.value = other;
        app.pose.value = pose;
      }
    } catch (error) {
      if (app.clip.value === clip) {
        app.report(error);
      }
    }
  }
}
