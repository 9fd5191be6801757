import { randomFillSync } from 'node:crypto'

let last = 0
let count = 0

/** A UUIDv7 (RFC 9562): milliseconds, then a counter that keeps the ids of one process in order, then chance. */
export function newId(): string {
  const now = Math.max(Date.now(), last)
  count = now === last ? count + 1 : 0
  last = count > 0xfff ? now + 1 : now
  if (count > 0xfff) count = 0
  const bytes = chance()
  bytes.writeUIntBE(last, 0, 6)
  bytes.writeUInt16BE(0x7000 | count, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Chance for so many ids is drawn at once. */
const AHEAD = 256
const SIZE = 16
const random = Buffer.alloc(AHEAD * SIZE)
let used = AHEAD

function chance(): Buffer {
  if (used === AHEAD) {
    randomFillSync(random)
    used = 0
  }
  used += 1
  return random.subarray((used - 1) * SIZE, used * SIZE)
}
