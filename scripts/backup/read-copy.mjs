import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { readMigrations } from '../postgres/migrate.mjs'
import { Fault } from '../process/fault.mjs'
import { END_OF_ROWS, FORMAT } from './write-copy.mjs'

/** Reads a copy to its end. Refuses one that is not whole, or that this program is too old for. */
export async function checkCopy({ file, root }) {
  const hash = createHash('sha256')
  let manifest
  let last = ''
  for await (const line of linesOf(file)) {
    manifest ??= manifestIn(line, { file, root })
    hash.update(last)
    last = line
  }
  const seal = { rows: manifest?.rows, sha256: hash.digest('hex') }
  if (!manifest || !isDeepStrictEqual(fieldsIn(last)?.seal, seal)) throw damaged(file)
  return manifest
}

/** The tables of a copy that was checked. The rows of one are to be read before the next is asked for. */
export async function* tablesOf(file) {
  const lines = linesOf(file)
  const next = async () => (await lines.next()).value
  const rows = async function* () {
    const end = Buffer.from(END_OF_ROWS)
    for (let line = await next(); !line.equals(end); line = await next()) yield line
  }
  await next() // the manifest
  for (let header = fieldsIn(await next()); header.table; header = fieldsIn(await next()))
    yield { ...header, rows: rows() }
}

/** Each with its line feed; one is in memory at a time. */
async function* linesOf(file) {
  const unzip = createGunzip({ chunkSize: 2 ** 20 })
  pipeline(createReadStream(file), unzip, () => {}) // what it fails with is thrown by the loop
  let rest = Buffer.alloc(0)
  try {
    for await (const chunk of unzip) {
      const bytes = Buffer.concat([rest, chunk])
      let from = 0
      for (let at = bytes.indexOf('\n', rest.length); at >= 0; at = bytes.indexOf('\n', from)) {
        yield bytes.subarray(from, at + 1)
        from = at + 1
      }
      rest = bytes.subarray(from)
    }
  } catch (error) {
    if (error.message === 'incorrect header check') throw notOne(file)
    if (error.code?.startsWith('Z_')) throw damaged(file)
    throw error.syscall ? new Fault(`${file} cannot be read (${error.code}): name a copy.`) : error
  }
}

function manifestIn(line, { file, root }) {
  const manifest = fieldsIn(line)
  if (!String(manifest?.format).startsWith('countersign/backup/')) throw notOne(file)
  const known = readMigrations(root).map(({ name, checksum }) => `${name} ${checksum}`)
  const isKnown = ({ name, checksum }) => known.includes(`${name} ${checksum}`)
  if (manifest.format === FORMAT && manifest.migrations.every(isKnown)) return manifest
  throw new Fault(`${file} was written by a newer Countersign: update this checkout.`)
}

function fieldsIn(line) {
  try {
    return JSON.parse(line.toString())
  } catch {
    return undefined
  }
}

const notOne = file => new Fault(`${file} is no copy that npm run backup made.`)
const damaged = file => new Fault(`${file} was cut or damaged: use another copy.`)
