// Which key an edit is of.

// The first of the bones whose rotation has three keys, and its key nearest to that time. `timesOf` gives
// the times of a bone's rotation keys, or nothing.
export function chooseKey(bones, seconds, timesOf) {
  for (const bone of bones) {
    const times = timesOf(bone);
    if (times?.length < 3 || !times) continue;
    let key = 0;
    for (let other = 1; other < times.length; other++) {
      if (Math.abs(times[other] - seconds) < Math.abs(times[key] - seconds)) key = other;
    }
    return { bone, key };
  }
  throw new Error("no bone turns");
}
