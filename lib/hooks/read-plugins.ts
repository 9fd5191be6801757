import { closeSync } from 'node:fs'
import { mkdir, mkdtemp, opendir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { schemaFault } from '@/lib/domain/contract/problem'
import { type BrokenPlugin, NewHook } from '@/lib/domain/hooks/hook'
import { openFile, readBytes } from '@/lib/tools/workspace/open-file'
import { openFolder } from '@/lib/tools/workspace/open-folder'
import type { Folder } from '@/lib/tools/workspace/workspace-path'

const FOLDER = 'plugins'
const MANIFEST = 'plugin.json'
const MOST_PLUGINS = 50
const MOST_ENTRIES = 500
const MOST_BYTES = 20 * 1024 * 1024
const LOOK_MS = 10_000
const MOST_CAUSE = 200
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$/

const Manifest = z.object({
  name: z.string(),
  version: z.string().max(50).default(''),
  description: z.string().max(1_000).default(''),
  hooks: z.array(NewHook.omit({ enabled: true })).default([]),
  skills: z.optional(z.string().regex(/^[\w-]+\/?$/)),
})

type PluginFile = { bytes: Buffer; isProgram: boolean }

/** A folder with hooks in it, as it was read once: `pin` is the hash of its files, of which the rest was made. */
export type Plugin = z.infer<typeof Manifest> & { root: string; pin: string; files: Map<string, PluginFile> }

type Reading = { roots: string[]; hash: (content: string | Uint8Array) => string }

/** All plugins, by name, and those that cannot be read with the cause; of two of one name the first counts. */
export async function readPlugins(reading: Reading): Promise<{ plugins: Plugin[]; broken: BrokenPlugin[] }> {
  const names = new Set<string>()
  for (const root of reading.roots) for (const name of await namesIn(root).catch(() => [])) names.add(name)
  const plugins: Plugin[] = []
  const broken: BrokenPlugin[] = []
  for (const name of [...names].sort())
    try {
      const plugin = await findPlugin(name, reading)
      if (plugin) plugins.push(plugin)
    } catch (error) {
      broken.push({ plugin: name, cause: causeOf(error) })
    }
  return { plugins, broken }
}

/** In one line; of a manifest the first field that is wrong. */
function causeOf(error: unknown): string {
  const [issue] = error instanceof z.ZodError ? error.issues : []
  if (issue) return `${issue.path.join('.')}: ${schemaFault('', issue.message).message}`.slice(0, MOST_CAUSE)
  return error instanceof Error ? error.message : String(error)
}

const namesIn = (root: string): Promise<string[]> =>
  inFolder(root, [FOLDER], async folder => {
    const names: string[] = []
    for await (const { name } of await opendir(folder.self)) {
      if (names.length === MOST_PLUGINS) break
      if (NAME.test(name)) names.push(name)
    }
    return names
  })

export const readPlugin = (name: string, reading: Reading): Promise<Plugin | null> =>
  findPlugin(name, reading).catch(() => null)

/** Null where no folder of this name has a manifest. */
async function findPlugin(name: string, { roots, hash }: Reading): Promise<Plugin | null> {
  if (!NAME.test(name)) return null
  for (const root of roots) {
    const files = await filesOf(root, name).catch(error => {
      if (error instanceof NoFolder) return null
      throw error
    })
    const text = files?.get(MANIFEST)?.bytes.toString('utf8')
    if (!files || text === undefined) continue
    const manifest = Manifest.extend({ name: z.literal(name) }).parse(JSON.parse(text))
    const lines = [...files].map(([file, { bytes, isProgram }]) =>
      JSON.stringify([file, isProgram, hash(bytes)]),
    )
    return { ...manifest, root, pin: hash(JSON.stringify(lines.sort())), files }
  }
  return null
}

class NoFolder extends Error {}

async function inFolder<T>(
  root: string,
  segments: string[],
  read: (folder: Folder) => Promise<T>,
): Promise<T> {
  const opened = await openFolder({ scope: { root }, segments })
  if (opened.kind !== 'folder') throw new NoFolder()
  try {
    return await read(opened.folder)
  } finally {
    await opened.folder.close()
  }
}

/** Each file of a folder by its path. An agent may write there meanwhile: nothing is followed, awaited or read without end. */
async function filesOf(root: string, name: string): Promise<Plugin['files']> {
  const files: Plugin['files'] = new Map()
  const folders: string[][] = [[]]
  const signal = AbortSignal.timeout(LOOK_MS)
  let [entries, left] = [0, MOST_BYTES]
  for (const below of folders)
    await inFolder(root, [FOLDER, name, ...below], async folder => {
      for await (const entry of await opendir(folder.self)) {
        entries += 1
        if (entries > MOST_ENTRIES) throw new Error('It has too many files.')
        const segments = [...below, entry.name]
        if (entry.isDirectory()) {
          folders.push(segments)
          continue
        }
        const file = await readFile(folder, entry.name, { most: left, signal })
        left -= file.bytes.length
        files.set(segments.join('/'), file)
      }
    })
  return files
}

async function readFile(
  folder: Folder,
  name: string,
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<PluginFile> {
  const opened = openFile(folder, name, name)
  if (opened.kind !== 'file') throw new Error('It holds what is no file.')
  try {
    const bytes = await readBytes(opened.descriptor, most + 1, signal)
    if (bytes.length > most) throw new Error('It is too large.')
    return { bytes, isProgram: (opened.stats.mode & 0o100) !== 0 }
  } finally {
    closeSync(opened.descriptor)
  }
}

/** A copy of the very bytes that the pin is of, where no agent can write: what runs is what was hashed. */
export async function copyPlugin({ name, pin, files }: Plugin, dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'plugins-on', `${name}-${pin.replace(/\W/g, '-')}`)
  if (await stat(folder).catch(() => null)) return folder
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 })
  const draft = await mkdtemp(`${folder}.`)
  for (const [file, { bytes, isProgram }] of files) {
    await mkdir(path.dirname(path.join(draft, file)), { recursive: true, mode: 0o700 })
    await writeFile(path.join(draft, file), bytes, { mode: isProgram ? 0o700 : 0o600 })
  }
  try {
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!(await stat(folder).catch(() => null))) throw error
  }
  return folder
}
