import { promises as fs, lstatSync, mkdirSync, renameSync, rmdirSync } from 'node:fs'
import type { PerformContext, RevokeContext } from '../define-tool'
import { letGo, type NewFolder, openFolder } from './open-folder'
import { platformFolders } from './platform-folders'
import { lookIn, type Snapshot } from './snapshot'
import { temporaryName, writeTemporary } from './temporary-file'
import {
  errorCode,
  type Folder,
  type PathRefusal,
  refusalOf,
  refusePath,
  splitPath,
  type WorkspacePath,
} from './workspace-path'

/**
 * One of several changes. `number` is its own among them, by which `revoke` finds what it has left. `snapshot` is the
 * file as the caller saw it; without `bytes` it is removed. `moves`: the step whose file is put here, itself and not a
 * copy of it. `mode` is that of a file that is made; `exactMode` is given to it in any case.
 */
export type FileStep = {
  number: number
  path: WorkspacePath
  snapshot: Snapshot
  bytes: Uint8Array | null
  mode?: number | undefined
  exactMode?: number | undefined
  moves?: FileStep | undefined
}

type Context = Pick<
  PerformContext,
  'root' | 'folder' | 'closed' | 'signal' | 'hash' | 'beforeEffect' | 'execution'
>

/** `doubt`: the content is in place, but the disk did not confirm that it is durable. */
export type ReplaceOutcome = { kind: 'replaced'; doubt?: string } | { kind: 'drifted' } | PathRefusal

/** A step with its open folder, and in that a temporary folder for both contents; for one file alone, only the new one. */
type OpenStep = {
  step: FileStep
  folder: Folder
  newFolders: NewFolder[]
  temporary: Folder | null
  name: string
  /** The former file could not be put back, and stays in the temporary folder. */
  isStuck?: true
}

type Fault = Exclude<ReplaceOutcome, { kind: 'replaced' }>

/** Where both are there and the file itself is not, its exchange was interrupted. */
const NEW = 'new'
const OLD = 'old'

/**
 * Makes changes, each of another file, all or none. All are prepared and made durable beside their files, all files
 * are looked at one last time, and then they are exchanged with nothing awaited in between: what fails there is taken
 * back by renames, which need no room on the disk. One file alone is replaced by one rename. What was not there when it was looked at is never overwritten. Unless
 * the outcome is `replaced`, or a refusal says otherwise, nothing is left behind. Throws the signal's reason, and what
 * `beforeEffect` throws.
 */
export async function replaceFiles(steps: FileStep[], context: Context): Promise<ReplaceOutcome> {
  const openSteps: OpenStep[] = []
  let isKept = false
  try {
    for (const step of steps) {
      const fault = await prepare(step, { steps, openSteps }, context)
      if (fault) return fault
    }
    const fault = (await lastLook(openSteps, context)) ?? exchangeAll(openSteps, context)
    if (fault) return fault
    isKept = true
    const madeFolders = openSteps.flatMap(({ newFolders }) => newFolders)
    return await makeDurable([
      ...openSteps.map(({ folder }) => folder),
      ...madeFolders.map(({ parent }) => parent),
    ])
  } finally {
    await leave(openSteps, isKept)
  }
}

async function makeDurable(folders: Folder[]): Promise<ReplaceOutcome> {
  try {
    for (const { sync } of folders) await sync()
    return { kind: 'replaced' }
  } catch (error) {
    const { message } = refusalOf(error, 'The disk')
    return { kind: 'replaced', doubt: `It is not sure to outlive a power cut. ${message}` }
  }
}

async function prepare(
  step: FileStep,
  { steps, openSteps }: { steps: FileStep[]; openSteps: OpenStep[] },
  context: Context,
): Promise<Fault | null> {
  try {
    const openStep = await openFolders(step, steps.length === 1 && step.bytes !== null, context)
    if ('kind' in openStep) return openStep
    openSteps.push(openStep)
    // The mark of a file that is to be moved on: it is put back where that does not come about.
    const isMoved = steps.some(({ moves }) => moves === step)
    const bytes = isMoved ? new Uint8Array() : step.bytes
    context.beforeEffect()
    if (bytes && !step.moves) await writeTemporary(contentPath(openStep), { ...step, bytes }, context.signal)
    return null
  } catch (error) {
    return refusalOf(error, step.path.label)
  }
}

const contentPath = ({ folder, temporary, name }: OpenStep): string => temporary?.at(NEW) ?? folder.at(name)

async function openFolders(step: FileStep, isAlone: boolean, context: Context): Promise<OpenStep | Fault> {
  const { beforeEffect, execution } = context
  const name = temporaryName(execution, step.number)
  const newFolders: NewFolder[] = []
  let folder: Folder | undefined
  try {
    const walk = { scope: context, segments: splitPath(step.path).folder }
    const opened = await openFolder(step.bytes === null ? walk : { ...walk, newFolders, beforeEffect })
    if (opened.kind === 'refused') return opened
    if (opened.kind === 'absent') return { kind: 'drifted' }
    folder = opened.folder
    beforeEffect()
    if (!isAlone) mkdirSync(folder.at(name))
    const temporary = isAlone ? null : await platformFolders.openChild(folder, name)
    if (!isAlone && !temporary) return { kind: 'drifted' }
    const openStep = { step, folder, newFolders: newFolders.splice(0), temporary, name }
    folder = undefined
    return openStep
  } finally {
    await folder?.close()
    await letGo(newFolders, false)
  }
}

async function lastLook(openSteps: OpenStep[], context: Context): Promise<Fault | null> {
  for (const { step, folder } of openSteps) {
    const { name } = splitPath(step.path)
    const now = await lookIn(folder, name, { ...context, path: step.path.label })
    if (now.kind === 'refused') return now
    if (now.hash !== step.snapshot.hash) return { kind: 'drifted' }
  }
  return null
}

/** Nothing is awaited here, so that neither an abort nor the end of the lease can come in between. */
function exchangeAll(openSteps: OpenStep[], { beforeEffect }: Context): Fault | null {
  const renames: Rename[] = []
  const move = (rename: Rename, isReplaced = false): void => {
    beforeEffect()
    if (!isReplaced && isThere(rename.to)) throw new Drifted()
    renameSync(rename.from, rename.to)
    renames.push(rename)
  }
  for (const openStep of openSteps) {
    const { step, folder, temporary } = openStep
    const { path, snapshot, bytes, moves } = step
    const at = folder.at(splitPath(path).name)
    try {
      if (temporary && snapshot.kind === 'file') {
        move({ openStep, from: at, to: temporary.at(OLD) })
        // A link that another program has put in its place since the last look.
        if (!lstatSync(temporary.at(OLD)).isFile()) throw new Drifted()
      }
      const from = openSteps.find(other => other.step === moves)?.temporary?.at(OLD) ?? contentPath(openStep)
      // Nothing else can fail where there is one file: it is never absent.
      if (bytes) move({ openStep, from, to: at }, !temporary && snapshot.kind === 'file')
    } catch (error) {
      const fault = takeBack(renames)
      if (fault) return fault
      return error instanceof Drifted ? { kind: 'drifted' } : refusalOf(error, path.label)
    }
  }
  return null
}

type Rename = { openStep: OpenStep; from: string; to: string }

/** Something is where nothing was, or no file is where one was. */
class Drifted extends Error {}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Takes renames back, the last first, and says of which files that failed. */
function takeBack(renames: Rename[]): PathRefusal | null {
  const stuck = new Set<OpenStep>()
  for (const { openStep, from, to } of renames.toReversed()) {
    try {
      if (isThere(from)) throw new Drifted()
      renameSync(to, from)
    } catch (error) {
      if (!(error instanceof Drifted) && errorCode(error) === undefined) throw error
      openStep.isStuck = true
      stuck.add(openStep)
    }
  }
  const left = [...stuck].map(({ step, name }) => `${step.path.label} (what it held may be in ${name})`)
  return left.length === 0 ? null : refusePath({ code: 'path.halfway', params: { paths: left.join(', ') } })
}

/** Removes what is temporary, and folders that were made in vain. */
async function leave(openSteps: OpenStep[], isKept: boolean): Promise<void> {
  for (const { folder, temporary, name, isStuck } of openSteps) {
    if (!isStuck && (temporary || !isKept)) await removeTemporary(folder.at(name))
    await temporary?.close()
    await folder.close()
  }
  for (const { newFolders } of openSteps.toReversed()) await letGo(newFolders, isKept)
}

/** Mostly it is an empty folder. */
async function removeTemporary(path: string): Promise<void> {
  try {
    rmdirSync(path)
  } catch {
    await fs.rm(path, { recursive: true, force: true })
  }
}

/**
 * Removes what an execution left unfinished: from then on it can put nothing in place. A file whose exchange was
 * interrupted is put back. `paths` are those of its steps, by their numbers.
 */
export async function revokeReplacements(paths: WorkspacePath[], context: RevokeContext): Promise<void> {
  for (const [number, path] of paths.entries()) {
    const opened = await openFolder({ scope: context, segments: splitPath(path).folder })
    if (opened.kind !== 'folder') continue
    const { folder } = opened
    const temporary = temporaryName(context.execution, number)
    try {
      await restore(folder, { temporary, name: splitPath(path).name })
      await fs.rm(folder.at(temporary), { recursive: true, force: true })
    } finally {
      await folder.close()
    }
  }
}

async function restore(
  folder: Folder,
  { temporary, name }: { temporary: string; name: string },
): Promise<void> {
  if (!isThere(folder.at(temporary))) return
  const left = await platformFolders.openChild(folder, temporary)
  try {
    const isHalf = left && isThere(left.at(OLD)) && isThere(left.at(NEW)) && !isThere(folder.at(name))
    if (isHalf) renameSync(left.at(OLD), folder.at(name))
  } finally {
    await left?.close()
  }
}
