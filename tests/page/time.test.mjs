// The transport, the timeline and the curves.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { addClip, GUTTER, MARGINS, openClip, setValue, timelinePoint, valueOf } from "./clips.mjs";
import { closeBrowser, closePage, openPage, ROOT, sample, waitForFrames, waitForValue
  } from "./page.mjs";

const WALK = 1;
const FRAME = 1 / 30;
const GAIT = process.env.GAIT ?? join(ROOT, "build/release/gait");
const near = (value, wanted, tolerance = 1e-5) =>
  assert.ok(Math.abs(value - wanted) <= tolerance, `${value} is not ${wanted}`);
const press = async (page, ...keys) => {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
};
const openWalk = (options) => openClip(sample("stalker.omf"), WALK, options);
const frame = (page) => page.evaluate(() => Math.round(state.time.value * 30 * 1e4) / 1e4);
const done = closePage;
const folder = mkdtempSync(join(tmpdir(), "time-"));
after(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true });
});

/** A copy of walk.rtm whose frames have other phases (docs/formats/rtm.md). */
function withPhases(phaseOf) {
  const bytes = readFileSync(sample("walk.rtm"));
  const head = bytes.indexOf("RTM_0101");
  const [frames, bones] = [bytes.readUInt32LE(head + 20), bytes.readUInt32LE(head + 24)];
  for (let frame = 0; frame < frames; frame++) {
    bytes.writeFloatLE(phaseOf(frame / (frames - 1)),
      head + 28 + 32 * bones + frame * (4 + 80 * bones));
  }
  const path = join(folder, "walk.rtm");
  writeFileSync(path, bytes);
  return path;
}

test("keys step by exact frames and pause", async () => {
  const page = await openWalk();
  const steps = [["ArrowRight", 1], ["ArrowRight", 2], [".", 3], ["ArrowLeft", 2], [",", 1],
    ["Shift+ArrowRight", 11], ["Shift+ArrowLeft", 1], ["End", 32], ["ArrowRight", 32],
    ["Home", 0], ["ArrowLeft", 0]];
  for (const [key, wanted] of steps) {
    await press(page, key);
    assert.equal(await frame(page), wanted, key);
  }
  await setValue(page, "time", 3.5 * FRAME);
  await press(page, "ArrowLeft");
  assert.equal(await frame(page), 3, "back from between two frames");
  await setValue(page, "time", 3.5 * FRAME);
  await press(page, "ArrowRight");
  assert.equal(await frame(page), 4, "forward from between two frames");
  await setValue(page, "playing", true);
  await press(page, "ArrowRight");
  assert.equal(await valueOf(page, "playing"), false, "a step pauses");
  await done(page);
});

test("buttons do what keys do", async () => {
  const page = await openWalk();
  const click = (id) => page.click(`#transport [data-command="${id}"]`);
  await click("time.last");
  assert.equal(await frame(page), 32);
  await click("time.back-ten");
  await click("time.back");
  assert.equal(await frame(page), 21);
  await click("time.first");
  await click("time.forward-ten");
  await click("time.forward");
  assert.equal(await frame(page), 11);
  await click("time.play");
  assert.equal(await valueOf(page, "playing"), true);
  await page.waitForSelector('[data-command="time.play"][aria-pressed=true]');
  await click("time.stop");
  assert.equal(await valueOf(page, "playing"), false);
  await click("time.next-clip");
  await page.waitForFunction(() => state.clip.value.opened.name === "salute");
  await click("time.previous-clip");
  await page.waitForFunction(() => state.clip.value.opened.name === "walk");
  const unnamed = await page.$$eval("#transport button, #transport input, #transport select, " +
    "#timeline canvas", (elements) => elements.filter((element) => !(element.ariaLabel ||
    element.textContent.trim() || element.labels?.length)).map((one) => one.outerHTML));
  assert.deepEqual(unnamed, []);
  await done(page);
});

test("a clip plays when it is shown, but not with reduced motion", async () => {
  const page = await openPage();
  await addClip(page, sample("stalker.omf"), WALK);
  assert.equal(await valueOf(page, "playing"), true);
  await press(page, "ArrowDown");
  await page.waitForFunction(() => state.clip.value.opened.name === "salute");
  await page.waitForFunction(() => state.time.value > 0.05);
  await press(page, "ArrowUp");
  await page.waitForFunction(() => state.clip.value.opened.name === "walk");
  await done(page);
  const still = await openPage({ reducedMotion: "reduce" });
  await addClip(still, sample("stalker.omf"), WALK);
  assert.equal(await valueOf(still, "playing"), false);
  assert.equal(await valueOf(still, "time"), 0);
  await press(still, " ");
  await still.waitForFunction(() => state.time.value > 0.05);
  await done(still);
});

/** Records all times until the page has advanced this often. */
const recordTimes = (page, count) => page.evaluate((wanted) => new Promise((resolve) => {
  const times = [state.time.value];
  const stop = state.time.onChange((time) => {
    times.push(time);
    if (times.length >= wanted || !state.playing.value) {
      stop();
      resolve(times);
    }
  });
  state.playing.onChange((playing) => {
    if (!playing) {
      stop();
      resolve(times);
    }
  });
  state.playing.value = true;
}), count);

test("loop modes stay inside of the range", async () => {
  const page = await openWalk();
  const [a, b] = [0.2, 0.5];
  const inside = (times) => assert.ok(times.every((time) => time >= a && time <= b),
    times.join());
  const turns = (times) => times.slice(2).filter((time, index) =>
    (times[index + 1] - times[index]) * (time - times[index + 1]) < 0).length;
  await setValue(page, "range", { a, b });

  await setValue(page, "speed", 0.25); // slow frames are shorter than the range, too
  await setValue(page, "time", 0.48);
  const looped = await recordTimes(page, 40);
  inside(looped);
  assert.ok(looped.some((time, index) => time < looped[index - 1] - 0.1), "jumps to A");

  await setValue(page, "playing", false);
  await setValue(page, "speed", 1);
  await setValue(page, "loop", "ping-pong");
  const back = await recordTimes(page, 40);
  inside(back);
  assert.ok(turns(back) >= 2, "turns at both ends");

  await setValue(page, "playing", false);
  await setValue(page, "loop", "once");
  await setValue(page, "speed", 4);
  await setValue(page, "time", 0.3);
  await recordTimes(page, 1000);
  assert.equal(await valueOf(page, "playing"), false);
  assert.equal(await valueOf(page, "time"), b);
  await setValue(page, "speed", 0.1);
  await press(page, " ");
  assert.equal(await valueOf(page, "playing"), true, "plays again from A");
  await setValue(page, "speed", 4);
  await page.waitForFunction(() => !state.playing.value);

  await setValue(page, "speed", -4);
  await setValue(page, "time", 0.3);
  await recordTimes(page, 1000);
  assert.equal(await valueOf(page, "time"), a, "ends at A in reverse");

  await setValue(page, "loop", "loop");
  await setValue(page, "time", 0.9);
  inside((await recordTimes(page, 10)).slice(1));
  await done(page);
});

test("the mode of the game follows the flags and the speed of the clip", async () => {
  const page = await openClip(sample("stalker.omf"), 2);
  await setValue(page, "loop", "game");
  await setValue(page, "time", 1.9);
  await press(page, " ");
  await page.waitForFunction(() => !state.playing.value);
  near(await valueOf(page, "time"), 2);
  await done(page);
  const walk = await openWalk();
  await setValue(walk, "loop", "game");
  await setValue(walk, "time", 1.0);
  await press(walk, " ");
  await walk.waitForFunction(() => state.time.value < 0.5);
  assert.equal(await valueOf(walk, "playing"), true);
  await done(walk);
});

test("j k l, loop mode, speed and reverse", async () => {
  const page = await openWalk();
  await setValue(page, "time", 0.5);
  await press(page, "j");
  assert.deepEqual([await valueOf(page, "playing"), await valueOf(page, "speed")], [true, -1]);
  await page.waitForFunction(() => state.time.value < 0.45);
  await press(page, "k");
  assert.equal(await valueOf(page, "playing"), false);
  await press(page, "l");
  assert.deepEqual([await valueOf(page, "playing"), await valueOf(page, "speed")], [true, 1]);
  assert.equal(await valueOf(page, "loop"), "loop", "l is not the loop mode");
  await press(page, "k");
  for (const mode of ["ping-pong", "game", "once", "loop"]) {
    await press(page, "Shift+L");
    assert.equal(await valueOf(page, "loop"), mode);
    assert.equal(await page.inputValue("#time-loop"), mode);
  }
  await page.selectOption("#time-loop", "once");
  assert.equal(await valueOf(page, "loop"), "once");
  await page.focus("#timeline canvas");
  for (const speed of [0.75, 0.5, 0.25, 0.1, 0.05, 0.05]) {
    await press(page, "-");
    assert.equal(await valueOf(page, "speed"), speed);
  }
  await press(page, "0", "=", "=");
  assert.equal(await valueOf(page, "speed"), 1.5);
  assert.equal(await page.textContent("#transport .speed"), "1.5×");
  await press(page, "Shift+J");
  assert.equal(await valueOf(page, "speed"), -1.5);
  await press(page, "=", "=", "=", "=", "=");
  assert.equal(await valueOf(page, "speed"), -4);
  await page.fill("#time-speed", "-1");
  assert.equal(await valueOf(page, "speed"), -0.5, "the range is logarithmic");
  await done(page);
});

test("keys work with a Russian keyboard", async () => {
  const page = await openWalk();
  await setValue(page, "time", 0.5);
  const type = (key, code, options = {}) => page.evaluate((event) =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...event })),
  { key, code, ...options });
  await type("о", "KeyJ");
  assert.equal(await valueOf(page, "speed"), -1);
  await type("л", "KeyK");
  assert.equal(await valueOf(page, "playing"), false);
  await type("Д", "KeyL", { shiftKey: true });
  assert.equal(await valueOf(page, "loop"), "ping-pong");
  await setValue(page, "time", 0.5);
  await type("х", "BracketLeft");
  assert.equal((await valueOf(page, "range")).a, 0.5);
  await done(page);
});

test("A and B limit the range, and can be dragged and cleared", async () => {
  const page = await openWalk();
  await setValue(page, "time", 0.2);
  await press(page, "[");
  await setValue(page, "time", 0.6);
  await press(page, "]");
  assert.deepEqual(await valueOf(page, "range"), { a: 0.2, b: 0.6 });
  await setValue(page, "time", 0.9);
  await press(page, "[");
  near((await valueOf(page, "range")).a, 0.9);
  near((await valueOf(page, "range")).b, 32 / 30);
  const from = await timelinePoint(page, 0.9, "ruler");
  const to = await timelinePoint(page, 0.5, "ruler");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x + 3, to.y, { steps: 4 });
  await page.mouse.up();
  near((await valueOf(page, "range")).a, 15 * FRAME);
  await page.click('[data-command="time.clear-range"]');
  assert.equal(await valueOf(page, "range"), null);
  await page.waitForSelector('[data-command="time.clear-range"]:disabled');
  await done(page);
});

test("fields apply with Enter, and refuse what is not possible", async () => {
  const page = await openWalk();
  const enter = async (id, value) => {
    await page.fill(`#time-${id}`, value);
    await press(page, "Enter");
  };
  await enter("frame", "7");
  near(await valueOf(page, "time"), 7 * FRAME);
  assert.equal(await page.inputValue("#time-seconds"), "0.233");
  await enter("seconds", "0,5");
  near(await valueOf(page, "time"), 0.5);
  assert.equal(await page.inputValue("#time-frame"), "15");
  await enter("phase", "0.25");
  near(await valueOf(page, "time"), 8 * FRAME);
  for (const [id, value] of [["frame", "33"], ["frame", "1.5"], ["frame", "x"],
    ["seconds", "2"], ["phase", "1.2"], ["phase", ""]]) {
    await setValue(page, "message", null);
    await enter(id, value);
    near(await valueOf(page, "time"), 8 * FRAME);
    assert.equal(await page.getAttribute(`#time-${id}`, "aria-invalid"), "true");
    assert.match(await page.textContent("#messages"), /Enter /);
    await press(page, "Escape");
    assert.notEqual(await page.getAttribute(`#time-${id}`, "aria-invalid"), "true");
  }
  assert.equal(await page.inputValue("#time-phase"), "0.250", "Escape restores the value");
  assert.ok(await page.isHidden("#time-duration"));
  await done(page);
});

test("the fields never show more than the frame, and frames have exact times", async () => {
  const page = await openWalk();
  const shown = () => page.$$eval("#time-frame, #time-seconds, #time-phase", (inputs) =>
    inputs.map(({ value }) => Number(value)));
  const duration = 32 / 30;
  for (const time of [0, 7.999 * FRAME, 8 * FRAME, 8.5 * FRAME, 15.9999 * FRAME, 20.98 * FRAME,
    duration]) {
    await setValue(page, "time", time);
    await page.waitForFunction((value) => document.querySelector("#time-seconds").value === value,
      (Math.floor(time * 1000 + 1e-3) / 1000).toFixed(3));
    const [frame, seconds, phase] = await shown();
    assert.equal(frame, Math.floor(time * 30 + 1e-4));
    assert.ok(seconds <= time + 1e-6 && seconds > time - 0.001, `${seconds} at ${time}`);
    assert.ok(phase <= time / duration + 1e-6 && phase > time / duration - 0.001);
  }
  await page.fill("#time-seconds", "0.266");
  await press(page, "Enter");
  near(await valueOf(page, "time"), 8 * FRAME, 1e-7);
  await page.click('[data-command="edit.events"]');
  assert.equal(await page.inputValue("#events-dialog tbody tr [data-column=to]"), "0.266667",
    "not 0.26666668");
  await done(page);
  const phases = await openClip(withPhases((part) => part === 1 ? 1 : 0.95799994 * part));
  await phases.click('[data-command="time.last"]');
  await phases.click('[data-command="time.back"]');
  assert.equal(await phases.inputValue("#time-phase"), (Math.floor(958 * 23 / 24) / 1000).toFixed(3));
  await phases.evaluate(() => {
    state.setDuration(0.95799994);
  });
  assert.equal(await phases.inputValue("#time-duration"), "0.958");
  await done(phases);
});

test("the duration of a clip with phases can be set", async () => {
  const page = await openClip(sample("walk.rtm"));
  await setValue(page, "time", 0.5);
  await page.fill("#time-duration", "2");
  await press(page, "Enter");
  near(await valueOf(page, "time"), 1);
  near(await page.evaluate(() => state.clip.value.duration), 2);
  assert.equal(await page.inputValue("#time-phase"), "0.500");
  assert.equal(await page.inputValue("#time-frame"), "12");
  await page.fill("#time-duration", "0");
  await press(page, "Enter");
  assert.equal(await page.getAttribute("#time-duration", "aria-invalid"), "true");
  await done(page);
});

test("the timeline scrubs, also while the clip plays", async () => {
  const page = await openWalk();
  const [from, to] = [await timelinePoint(page, 0.1, "keys"),
    await timelinePoint(page, 0.7, "keys")];
  await press(page, " ");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  near(await valueOf(page, "time"), 0.1, 0.002);
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await waitForFrames(page, 10);
  near(await valueOf(page, "time"), 0.7, 0.002);
  assert.equal(await valueOf(page, "playing"), true);
  await page.mouse.up();
  await page.waitForFunction(() => Math.abs(state.time.value - 0.7) > 0.02);
  await done(page);
});

test("a finger scrubs", async () => {
  const page = await openWalk({ hasTouch: true, viewport: { width: 390, height: 844 } });
  const { x, y } = await timelinePoint(page, 0.4, "keys");
  await page.touchscreen.tap(x, y);
  await waitForValue(() => valueOf(page, "time"), (time) => Math.abs(time - 0.4) <= 0.005);
  await done(page);
});

test("two fingers zoom", async () => {
  const page = await openWalk({ hasTouch: true, viewport: { width: 390, height: 844 } });
  const touch = await page.context().newCDPSession(page);
  const { y } = await timelinePoint(page, 0.5, "keys");
  const send = (type, ...places) => touch.send("Input.dispatchTouchEvent", { type,
    touchPoints: places.map((x, id) => ({ x, y, id })) });
  const span = async () => {
    const at = async (x) => {
      await page.mouse.click(x, y);
      return valueOf(page, "time");
    };
    return await at(300) - await at(100);
  };
  const before = await span();
  await send("touchStart", 180, 220);
  for (const shift of [10, 20, 30, 40, 50, 60]) {
    await send("touchMove", 180 - shift, 220 + shift);
  }
  await send("touchEnd");
  near(await span() / before, 0.25, 0.08);
  await done(page);
});

test("the wheel zooms around the pointer, pans with Shift, and a double click resets", async () => {
  const page = await openWalk();
  const duration = 32 / 30;
  const at = await timelinePoint(page, 0.4, "keys");
  const press01 = async (x) => {
    await page.mouse.click(x, at.y);
    return valueOf(page, "time");
  };
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -600);
  near(await press01(at.x), 0.4, 0.003);
  const zoomed = await press01(at.x + 100) - 0.4;
  const box = await page.locator("#timeline canvas").boundingBox();
  const scale = duration / (box.width - MARGINS);
  near(zoomed / (100 * scale), 1.0015 ** -600, 0.02);
  await page.keyboard.down("Shift");
  await page.mouse.wheel(0, 200);
  await page.keyboard.up("Shift");
  near(await press01(at.x), 0.4 + 200 * scale * 1.0015 ** -600, 0.004);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down({ button: "middle" });
  await page.mouse.move(at.x + 200, at.y);
  await page.mouse.up({ button: "middle" });
  near(await press01(at.x), 0.4, 0.006);
  await page.mouse.dblclick(at.x, at.y);
  near(await press01(at.x + 100), 0.4 + 100 * scale, 0.003);
  await press(page, "z");
  const part = await press01(at.x + 100) - await press01(at.x);
  near(part / (100 * scale), 0.5, 0.03);
  await press(page, "x");
  near(await press01(at.x), 0.4, 0.003);
  await done(page);
});

test("e goes to the next event", async () => {
  const page = await openWalk();
  const expected = [["e", 0.26666668], ["e", 0.8], ["e", 0.26666668], ["Shift+E", 0.8],
    ["Shift+E", 0.26666668]];
  for (const [key, time] of expected) {
    await press(page, key);
    near(await valueOf(page, "time"), time, 1e-4);
  }
  await press(page, "Home");
  const { x, y } = await timelinePoint(page, 0.85, "second-events");
  await page.mouse.click(x, y);
  near(await valueOf(page, "time"), 0.8, 1e-4);
  await done(page);
});

test("the timeline is a slider for screen readers", async () => {
  const page = await openWalk();
  await page.focus("#timeline canvas");
  await press(page, "ArrowRight", "ArrowRight", "ArrowRight");
  await page.waitForSelector('#timeline canvas[aria-valuenow="3"]');
  const slider = await page.$eval("#timeline canvas", (canvas) =>
    Object.fromEntries([...canvas.attributes].map(({ name, value }) => [name, value])));
  assert.equal(slider.role, "slider");
  assert.equal(slider["aria-label"], "Time");
  assert.equal(slider["aria-valuemin"], "0");
  assert.equal(slider["aria-valuemax"], "32");
  assert.equal(slider["aria-valuetext"], "frame 3 of 32, 0.10 s");
  await page.evaluate(() => {
    document.querySelector("#bar select").value = "ru";
    document.querySelector("#bar select").dispatchEvent(new Event("change"));
  });
  await page.waitForSelector('#timeline canvas[aria-valuetext="кадр 3 из 32, 0.10 с"]');
  assert.equal(await page.getAttribute('[data-command="time.back"]', "aria-label"),
    "Предыдущий кадр");
  await done(page);
});

test("uneven phases are drawn where they are", async () => {
  const page = await openClip(sample("walk.rtm"));
  const columns = () => page.$eval("#timeline canvas", async (canvas, [left, margins]) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const row = canvas.getContext("2d").getImageData(0, 40, canvas.width, 1).data;
    const color = (x) => [row[4 * x], row[4 * x + 1], row[4 * x + 2]].join();
    return [...Array(canvas.width - margins).keys()].map((x) => x + left).filter((x) =>
      color(x) !== color(left + 8));
  }, [GUTTER, MARGINS]);
  await setValue(page, "time", 1);
  await page.evaluate(async () => {
    const phases = Array.from({ length: 25 }, (_, index) => (index / 24) ** 2);
    await state.edit(state.doc.value, { label: "phases",
      script: `set --phases=${phases.map((one) => one.toFixed(6)).join(",")}` });
  });
  const width = 1400 - MARGINS;
  const found = await columns();
  for (const index of [8, 12, 16, 20]) {
    const x = GUTTER + Math.round((index / 24) ** 2 * width);
    assert.ok(found.some((one) => Math.abs(one - x) <= 2), `no key near ${x}: ${found}`);
  }
  const middle = GUTTER + width / 2 + 2;
  assert.ok(found.filter((x) => x > GUTTER + 4 && x < middle).length >
    found.filter((x) => x > middle).length, "more keys in the first half");
  await done(page);
});

test("phases from 0.5 to 13.5 take the duration, and a game plays phases 0 to 1", async () => {
  const path = withPhases((part) => 0.5 + 13 * part ** 2);
  const page = await openClip(path);
  const { last, duration } = await page.evaluate(() => {
    const { opened, duration } = state.clip.value;
    return { last: opened.times.at(-1), duration };
  });
  assert.deepEqual([last, duration], [13.5, 1]);
  await press(page, "End");
  near(await valueOf(page, "time"), duration);
  assert.equal(await page.inputValue("#time-frame"), "24");
  assert.equal(await page.inputValue("#time-phase"), "13.500");
  const canvas = await page.locator("#timeline canvas").boundingBox();
  const { y } = await timelinePoint(page, 0, "keys");
  await page.mouse.click(canvas.x + canvas.width - 14, y);
  near(await valueOf(page, "time"), duration, 0.005);
  await press(page, "Home");
  near(await valueOf(page, "time"), 0.5 / 13.5 * duration);
  const line = () => page.$eval("#timeline canvas", (element, [left, width]) => {
    const x = Math.round(left + width / 13.5);
    const context = element.getContext("2d");
    const color = (at) => [...context.getImageData(at, 96, 1, 1).data].join();
    return [-1, 0, 1].some((shift) => color(x + shift) !== color(x + 50));
  }, [GUTTER, canvas.width - MARGINS]);
  assert.equal(await line(), true, "phase 1");
  await page.waitForFunction(() =>
    state.doc.value.check?.findings.some(({ rule }) => rule === "RTM043"));

  const glb = join(folder, "phases.glb");
  execFileSync(GAIT, ["convert", "-q", "-f", "--duration", String(duration), path, glb]);
  const listed = JSON.parse(execFileSync(GAIT, ["list", "--json", "-q", glb]));
  const seconds = await page.evaluate(() => {
    const { opened, duration } = state.clip.value;
    return opened.times.at(-1) / (opened.range[1] - opened.range[0]) * duration;
  });
  near(listed.files[0].clips[0].duration_s, seconds);

  await page.fill("#time-phase", "12.25");
  await press(page, "Enter");
  near(await valueOf(page, "time"), 12.25 / 13.5 * duration);
  await page.fill("#time-phase", "13.6");
  await press(page, "Enter");
  assert.match(await page.textContent("#messages"), /from 0 to 13\.5/);
  await press(page, "Escape");

  await setValue(page, "loop", "once");
  await setValue(page, "speed", 4);
  await setValue(page, "time", 0.9 * duration);
  assert.equal(Math.max(...await recordTimes(page, 1000)), duration);
  await setValue(page, "loop", "game");
  await setValue(page, "time", 0);
  const times = await recordTimes(page, 20);
  assert.ok(Math.max(...times) <= duration / 13.5, "a game ends at phase 1");
  assert.ok(Math.max(...times) > 0 && Math.abs(times[1] - times[0]) < 0.1, "in the duration");
  await done(page);
});

test("the heat bar shows where two clips differ", async () => {
  const page = await openWalk();
  const distances = await page.evaluate(async () => {
    const clip = state.clip.value.opened;
    return [...await state.client.engine.distances(clip.clip, clip.clip,
      [0, 0.1], [0, 0.4])];
  });
  assert.equal(distances[0], 0);
  assert.ok(distances[1] > 0.05 && distances[1] < 2, String(distances));
  const row = () => page.$eval("#timeline canvas", (canvas) =>
    [...canvas.getContext("2d").getImageData(0, 49, canvas.width, 1).data].join());
  await page.evaluate(() => state.pin());
  const before = await row();
  await press(page, "ArrowDown");
  await page.waitForFunction(() => state.pinned.value?.result);
  await setValue(page, "playing", false);
  await press(page, "Home");
  await page.waitForFunction((old) => {
    const canvas = document.querySelector("#timeline canvas");
    const data = canvas.getContext("2d").getImageData(0, 49, canvas.width, 1).data;
    const reds = Array.from({ length: 1200 }, (_, x) => data[4 * (x + 100)] -
      data[4 * (x + 100) + 2]);
    return [...data].join() !== old && Math.max(...reds) - Math.min(...reds) > 20;
  }, before);
  await done(page);
});

test("a timeline of 15,000 frames and 2,000 events draws in 4 ms", async () => {
  const page = await openWalk();
  const [usual, median] = await page.evaluate(async () => {
    const clip = state.clip.value;
    let spent = [];
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.clearRect = function (...values) {
      const begin = performance.now();
      clear.apply(this, values);
      queueMicrotask(() => spent.push(performance.now() - begin));
    };
    const measure = async () => {
      spent = [];
      for (let turn = 0; turn < 80; turn++) {
        state.time.value = turn / 100;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      const sorted = spent.slice(5).sort((one, other) => one - other);
      return sorted.length > 20 ? sorted[sorted.length >> 1] : NaN;
    };
    const ofClip = await measure();
    const frames = 15000;
    state.clip.value = { ...clip, duration: (frames - 1) / 30,
      opened: { ...clip.opened, times: Float32Array.from({ length: frames }, (_, k) => k / 30) },
      listed: { ...clip.listed, frames, events: Array.from({ length: 2000 }, (_, k) => ({
        name: `event ${k % 40}`, value: null, unit: "seconds",
        intervals: [[k / 4, k % 2 ? k / 4 : k / 4 + 0.1]] })) } };
    return [ofClip, await measure()];
  });
  console.log(`timeline of 15,000 frames: median ${median} ms, of 33 frames: ${usual} ms`);
  // A slow or busy machine draws all timelines slowly, but this one not much slower than others.
  assert.ok(median < Math.max(4, 8 * usual), `median ${median} ms, usual ${usual} ms`);
  await done(page);
});

/** The values that the legends of the curves show. */
const legends = (page) => page.$$eval("#curves .u-legend", (all) => all.map((legend) =>
  [...legend.querySelectorAll(".u-value")].slice(1).map((value) => Number(value.textContent))));

test("curves show the numbers of gait sample", async () => {
  const page = await openWalk();
  await press(page, "v");
  await page.waitForSelector("#curves .u-over");
  const { bone, name } = await page.evaluate(() => {
    const { bones } = state.clip.value.skeleton;
    const bone = bones.findIndex((one) => one.name === "bip01_l_foot");
    state.bone.value = bone;
    return { bone, name: bones[bone].name };
  });
  await page.waitForFunction((wanted) =>
    document.querySelector("#curves strong").textContent === wanted, name);
  for (let step = 0; step < 7; step++) {
    await press(page, "ArrowRight");
  }
  const cases = [["model", "engine"], ["local", "gltf"], ["model", "file"]];
  await page.selectOption("#curves-rotation", "quaternion");
  for (const [space, axes] of cases) {
    await page.selectOption("#curves-space", space);
    await page.selectOption("#curves-axes", axes);
    const wanted = samples(space, axes, bone);
    await page.waitForFunction((values) => {
      const shown = [...document.querySelectorAll("#curves .u-legend")].flatMap((legend) =>
        [...legend.querySelectorAll(".u-value")].slice(1).map((one) => Number(one.textContent)));
      const isNear = (sign) => values.every((value, index) =>
        Math.abs(shown[index] - (index < 3 ? value : sign * value)) < 2e-4);
      return shown.length === 7 && (isNear(1) || isNear(-1));
    }, wanted).catch(async () =>
      assert.fail(`${space} ${axes}: ${await legends(page)} instead of ${wanted}`));
  }
  await page.selectOption("#curves-rotation", "angles");
  await page.waitForFunction(() =>
    document.querySelectorAll("#curves .u-legend .u-value").length === 8);
  const wanted = await anglesOfCommand(bone);
  // The legend follows with the next drawing.
  await waitForValue(() => legends(page), ([, angles]) => wanted.every((angle, index) =>
    Math.abs(angles[index] - angle) < 0.02), `not ${wanted}`);
  await press(page, "v");
  await page.waitForSelector("#curves", { state: "hidden" });
  await done(page);
});

/** Position and rotation of a bone at frame 7 of walk, by the command. */
function samples(space, axes, bone) {
  assert.ok(existsSync(GAIT), `${GAIT} is not built`);
  const pose = JSON.parse(execFileSync(GAIT, ["sample", "--json", "-q", "--clip", "walk",
    "--frame", "7", "--space", space, "--axes", axes, sample("stalker.omf")]));
  const { t, q } = pose.frames[0].bones[bone];
  return [...t, ...q];
}

/** Degrees about the fixed axes X, then Y, then Z, by the matrix of the rotation. */
function anglesOfCommand(bone) {
  const [, , , x, y, z, w] = samples("model", "file", bone);
  const degrees = 180 / Math.PI;
  return [Math.atan2(2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    Math.asin(-2 * (x * z - y * w)),
    Math.atan2(2 * (x * y + z * w), 1 - 2 * (y * y + z * z))].map((one) => one * degrees);
}

test("the curves and the Bone tab have the same axes and angles", async () => {
  const page = await openWalk();
  await press(page, "v", "1");
  await page.waitForSelector("#curves .u-over");
  await page.evaluate(() => {
    state.bone.value = state.clip.value.skeleton.bones.findIndex(({ name }) =>
      name === "bip01_l_foot");
  });
  await page.selectOption("#curves-space", "model");
  await page.selectOption("#curves-axes", "file");
  assert.equal(await page.isChecked("#panel-axes-file"), true);
  assert.equal(await page.textContent("#curves-rotation option:checked"), "Euler angles X, Y, Z");
  for (const axes of ["gltf", "engine"]) {
    await page.check(`#panel-axes-${axes}`);
    assert.equal(await page.inputValue("#curves-axes"), axes);
    await page.waitForFunction(() => {
      const legends = [...document.querySelectorAll("#curves .u-legend")].flatMap((legend) =>
        [...legend.querySelectorAll(".u-value")].slice(1).map((one) => Number(one.textContent)));
      const rows = [...document.querySelectorAll("[data-numbers=model] .numbers-row")].map((row) =>
        [...row.children].slice(1, 4).map((one) => Number(one.textContent)));
      const wanted = [...rows[0], ...rows[2]];
      return legends.length === 6 && wanted.every((value, index) =>
        Math.abs(value - legends[index]) < 0.006);
    });
  }
  await done(page);
});

test("curves have the time axis of the timeline, and scrub", async () => {
  const page = await openWalk();
  await press(page, "v");
  await page.waitForSelector("#curves .u-over");
  await setValue(page, "time", 0.5);
  const { x } = await timelinePoint(page, 0.5, "keys");
  await page.waitForFunction((wanted) => [...document.querySelectorAll(".u-cursor-x")].every(
    (cursor) => Math.abs(cursor.getBoundingClientRect().x - wanted) < 2.5), x);
  const over = await page.locator("#curves .u-over").first().boundingBox();
  const to = await timelinePoint(page, 0.25, "keys");
  await page.mouse.click(to.x, over.y + 20);
  near(await valueOf(page, "time"), 0.25, 0.003);
  await page.mouse.move(to.x, over.y + 20);
  const image = () => page.$eval("#timeline canvas", (canvas) => canvas.toDataURL());
  const whole = await image();
  await page.mouse.wheel(0, -600);
  await waitForValue(image, (now) => now !== whole);
  const at = await timelinePoint(page, 0.25, "keys");
  await page.mouse.click(at.x, at.y);
  near(await valueOf(page, "time"), 0.25, 0.003);
  await done(page);
});

for (const [width, height] of [[700, 500], [1000, 500], [390, 844], [1400, 900]]) {
  test(`curves leave the viewport 160 pixels without tools, ${width} x ${height}`, async () => {
    const page = await openWalk({ viewport: { width, height } });
    await press(page, "v");
    await page.waitForSelector("#curves .u-over");
    const box = (selector) => page.locator(selector).boundingBox();
    const [viewport, tools, timeline, curves] = [await box(".viewport-canvas"), await box(".viewport-tools"),
      await box("#timeline"), await box("#curves")];
    assert.ok(viewport.height >= 160, `${viewport.height}`);
    if (height < 600 || width < 500) {
      assert.ok(tools.y >= viewport.y + viewport.height, "the tools are below the viewport");
    }
    assert.ok(curves.height >= 80 && timeline.y + timeline.height <= height + 1);
    await done(page);
  });
}

test("on a phone the tools take two rows, and one button shows the others", async () => {
  const page = await openWalk({ viewport: { width: 390, height: 844 } });
  const state = () => page.evaluate(() => {
    const transport = document.getElementById("transport").getBoundingClientRect();
    const shown = [...document.querySelectorAll("#transport :is(button, input, select)")].filter(
      (one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
    return { height: transport.height, count: shown.length,
      cut: shown.filter(({ left, right }) => left < 0 || right > 390).length };
  });
  const few = await state();
  assert.ok(few.height < 90 && few.count === 10 && few.cut === 0, JSON.stringify(few));
  await page.click("#transport .more");
  assert.equal(await page.getAttribute("#transport .more", "aria-expanded"), "true");
  const all = await state();
  assert.ok(all.count > 30 && all.cut === 0, JSON.stringify(all));
  await page.click('[data-command="time.curves"]');
  assert.equal(await valueOf(page, "curves"), true);
  await page.click("#transport .more");
  assert.equal((await state()).count, few.count);
  await done(page);
});
