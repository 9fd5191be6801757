/** Each export holds a connection as long as somebody reads it: so many at a time leave enough for the rest. */
const AT_A_TIME = 2

let free = AT_A_TIME
const queue: (() => void)[] = []

/** Resolves when it is one's turn, with what gives it on. */
export async function takeTurn(): Promise<() => void> {
  if (free > 0) free -= 1
  else await new Promise<void>(resolve => queue.push(resolve))
  return () => {
    const next = queue.shift()
    if (next) next()
    else free += 1
  }
}
