import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { NewHook } from '@/lib/domain/hooks/hook'

const FOLDER = 'plugins'
const MANIFEST = 'plugin.json'
const MOST_FILES = 500
const MOST_BYTES = 20 * 1024 * 1024
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$/

const Manifest = z.object({
  name: z.string().regex(NAME),
  version: z.string().max(50).default(''),
  description: z.string().max(1_000).default(''),
  hooks: z.array(NewHook.omit({ enabled: true })).default([]),
  skills: z.optional(z.string().regex(/^[\w-]+\/?$/)),
})

/** A folder with hooks in it. `pin` is the hash of all that it holds. */
export type Plugin = z.infer<typeof Manifest> & { root: string; folder: string; pin: string }

type Reading = { roots: string[]; hash: (content: string | Uint8Array) => string }

/** All plugins, by name; of two of one name the first counts. What is no plugin, or cannot be read, is none. */
export async function readPlugins(reading: Reading): Promise<Plugin[]> {
  const names = new Set<string>()
  for (const root of reading.roots)
    for (const name of await readdir(path.join(root, FOLDER)).catch(() => [])) names.add(name)
  const plugins = [...names].sort().map(name => readPlugin(name, reading))
  return (await Promise.all(plugins)).flatMap(plugin => plugin ?? [])
}

export async function readPlugin(name: string, { roots, hash }: Reading): Promise<Plugin | null> {
  if (!NAME.test(name)) return null
  for (const root of roots) {
    const folder = path.join(root, FOLDER, name)
    const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => null)
    if (text === null) continue
    try {
      const manifest = Manifest.parse(JSON.parse(text))
      if (manifest.name !== name) return null
      return { ...manifest, root, folder, pin: hash(await contentsOf(folder, hash)) }
    } catch {
      return null
    }
  }
  return null
}

/** Each file of a folder by its path and its hash. What leads out of the folder is in none. */
async function contentsOf(folder: string, hash: Reading['hash']): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => !entry.isDirectory())
  if (files.length > MOST_FILES) throw new Error('It has too many files.')
  const lines: string[] = []
  let bytes = 0
  for (const entry of files) {
    if (!entry.isFile()) throw new Error('It holds a link.')
    const file = path.join(entry.parentPath, entry.name)
    const content = await readFile(file)
    bytes += content.length
    if (bytes > MOST_BYTES) throw new Error('It is too large.')
    lines.push(`${path.relative(folder, file)}\n${hash(content)}`)
  }
  return lines.sort().join('\n')
}
