import { type JsonEntry, type JsonNode, readJsonTree } from './json-tree'

/**
 * Changes one value in a JSON text and leaves every other character as it is. `raw` is the new value as JSON, or
 * undefined to remove it. Null if that cannot be done safely: the text is not JSON, repeats a key, or would not end up
 * as asked.
 */
export function patchJsonText(text: string, path: string[], raw: string | undefined): string | null {
  const tree = readJsonTree(text)
  const patched = tree && change(text, tree, { path, raw })
  return patched !== null && comesTo(patched, path, raw) ? patched : null
}

type Edit = { path: string[]; raw: string | undefined }

function change(text: string, node: JsonNode, { path, raw }: Edit): string | null {
  const [key, ...rest] = path
  if (key === undefined) return raw === undefined ? null : splice(text, node, raw)
  if (node.kind !== 'object') return null
  const index = node.entries.findIndex(entry => entry.key === key)
  const entry = node.entries[index]
  if (!entry) return raw === undefined ? text : added(text, node, { key, raw: nested(rest, raw) })
  if (rest.length === 0 && raw === undefined) return without(text, node.entries, index)
  return change(text, entry.value, { path: rest, raw })
}

const splice = (text: string, { start, end }: { start: number; end: number }, replacement: string): string =>
  text.slice(0, start) + replacement + text.slice(end)

/** A value within objects that are not there yet. */
const nested = (path: string[], raw: string): string =>
  path.reduceRight((value, key) => `{${JSON.stringify(key)}:${value}}`, raw)

/** At the end, with the line breaks and spaces that the first entry has. */
function added(
  text: string,
  node: JsonNode & { kind: 'object' },
  { key, raw }: { key: string; raw: string },
): string {
  const [first, last] = [node.entries[0], node.entries.at(-1)]
  const name = JSON.stringify(key)
  if (!first || !last) return splice(text, node, `{${name}:${raw}}`)
  const lead = text.slice(node.start + 1, first.keyPlace.start)
  const colon = text.slice(first.keyPlace.end, first.value.start)
  const at = last.value.end
  return splice(text, { start: at, end: at }, `,${lead}${name}${colon}${raw}`)
}

/** Also removes the comma that would be left over. */
function without(text: string, entries: JsonEntry[], index: number): string {
  const [before, entry, after] = [entries[index - 1], entries[index], entries[index + 1]]
  if (!entry) return text
  if (after) return splice(text, { start: entry.keyPlace.start, end: after.keyPlace.start }, '')
  return splice(text, { start: before?.value.end ?? entry.keyPlace.start, end: entry.value.end }, '')
}

function comesTo(text: string, path: string[], raw: string | undefined): boolean {
  let node = readJsonTree(text)
  for (const key of path) {
    node = (node?.kind === 'object' && node.entries.find(entry => entry.key === key)?.value) || null
  }
  return raw === undefined ? node === null : node !== null && text.slice(node.start, node.end) === raw
}
