import * as z from 'zod'
import type { Compute, Job } from '@/lib/domain/job'
import { phrase } from '@/lib/messages/phrase'
import { counted, oneLine } from '@/lib/text/truncate'
import { defineTool, WRITE } from '../define-tool'
import { notThere } from '../workspace/absence'
import { LARGEST_CHANGED } from '../workspace/snapshot'
import { policyPath } from '../workspace/workspace-path'
import { changesFiles } from './change/change-files'
import type { FileAfter, FileBefore, FilesChange, FilesOutcome } from './change/file-change'
import { applyHunks } from './patch/apply-hunks'
import { type PatchFault, type PatchSection, patchFault } from './patch/patch'
import { readPatch } from './patch/read-patch'
import { textFault, utf8Text } from './text-content'

const Arguments = z.strictObject({
  patch: z
    .string()
    .min(1)
    .max(1_000_000)
    .describe(
      'A unified diff, or the form that begins with "*** Begin Patch". Paths are relative to the workspace.',
    ),
})
type Arguments = z.output<typeof Arguments>

export const applyPatchTool = defineTool({
  name: 'apply_patch',
  title: 'Apply patch',
  description:
    'Changes, creates, moves and deletes several text files by one patch, wholly or not at all. Read the files ' +
    'first, and give three unchanged lines around each change: a hunk that fits in two places is refused.',
  ...WRITE,
  arguments: Arguments,
  paths: args => patching(args).paths,
  ...changesFiles(patching),
})

const MOST_FILES = 200

function patching({ patch }: Arguments): FilesChange {
  const read = readPatch(patch)
  if (read.kind === 'error') return { paths: [], apply: async () => read }
  const sections = read.sections.map(section => ({
    ...section,
    from: section.from === null ? null : fileAt(section.from),
    to: section.to === null ? null : fileAt(section.to),
  }))
  const paths = [...new Set(sections.flatMap(({ from, to }) => [from, to]).filter(path => path !== null))]
  const fault = textFault(patch)
  if (fault !== null) return { paths, apply: async () => patchFault(`The patch ${fault}.`) }
  return paths.length > MOST_FILES
    ? {
        paths: paths.slice(0, MOST_FILES),
        apply: async () => patchFault(`A patch changes at most ${MOST_FILES} files.`),
      }
    : { paths, apply: (files, compute) => applyTo(files, sections, compute) }
}

/** One spelling for each path; one that ends in a slash stays as it is, and is refused. */
const fileAt = (path: string): string => (path.endsWith('/') ? path : policyPath(path))

async function applyTo(
  files: FileBefore[],
  sections: PatchSection[],
  compute: Compute,
): Promise<FilesOutcome> {
  const before = files.map(({ path, now }) => ({
    path: path.text,
    bytes: now.kind === 'file' ? now.bytes : null,
    mode: now.kind === 'file' ? now.mode & 0o777 : undefined,
    like: now.kind === 'absent' ? now.like : undefined,
  }))
  const applied = await compute(APPLY_PATCH, { files: before, sections })
  if (applied.kind === 'error') return applied
  const labels = files.map(({ path }) => path.label)
  const more = labels.length > MOST_NAMED ? ' and others' : ''
  const summary = `Patched ${counted(labels.length, 'file')}: ${labels.slice(0, MOST_NAMED).join(', ')}${more}.`
  return { kind: 'applied', files: applied.files, summary }
}

const MOST_NAMED = 20

type PatchedFile = FileAfter & { path: string; like?: string | undefined }
type PatchInput = { files: PatchedFile[]; sections: PatchSection[] }

/** Computes what files hold after a patch. */
export const APPLY_PATCH: Job<PatchInput, { kind: 'applied'; files: FileAfter[] } | PatchFault> = {
  name: 'apply a patch',
  size: ({ files, sections }) => {
    const bytes = files.reduce((sum, file) => sum + (file.bytes?.length ?? 0), 0)
    const lines = sections.flatMap(({ hunks }) => hunks).reduce((sum, hunk) => sum + hunk.lines.length, 0)
    // Where lines are alike, each may have to be compared with each.
    return bytes + lines + bytes * lines * 0.01
  },
  longestMs: 20_000,
  run: ({ files, sections }) => patchFiles(files, sections),
}

/** One section after the other, each on top of what those before it made. */
function patchFiles(files: PatchedFile[], sections: PatchSection[]): ReturnType<typeof APPLY_PATCH.run> {
  const now = new Map(files.map(file => [file.path, file]))
  for (const section of sections) {
    const { from, to } = section
    const source = from === null ? null : now.get(from)
    const fault = whyNotApplied(section, { source, target: to === null ? null : now.get(to) })
    if (fault !== null) return patchFault(fault)
    const patched = contentAfter(section, source?.bytes ?? null)
    if (patched.kind === 'error') return patched
    if (from !== null && from !== to && !section.isCopy) now.set(from, { path: from, bytes: null })
    if (to !== null) now.set(to, { path: to, bytes: patched.bytes, mode: section.mode ?? source?.mode })
  }
  return {
    kind: 'applied',
    files: files.map(({ path }) => ({ bytes: now.get(path)?.bytes ?? null, mode: now.get(path)?.mode })),
  }
}

type Ends = { source: PatchedFile | null | undefined; target: PatchedFile | null | undefined }

function whyNotApplied({ from, to }: PatchSection, { source, target }: Ends): string | null {
  if (from !== null && !source?.bytes) return phrase(notThere(oneLine(from), source ?? {}))
  if (to !== null && from !== to && target?.bytes)
    return `${oneLine(to)} exists already: change it, or delete it first.`
  return from === null && to === null ? 'A part of the patch names no file.' : null
}

type Content = { kind: 'content'; bytes: Uint8Array | null }

function contentAfter(section: PatchSection, before: Uint8Array | null): Content | PatchFault {
  const { hunks, from, to, removesAll } = section
  const label = oneLine(to ?? from ?? '')
  if (to === null && removesAll) return { kind: 'content', bytes: null }
  if (hunks.length === 0 && to !== null) return { kind: 'content', bytes: before ?? new Uint8Array() }
  const text = before ? utf8Text(before) : ''
  if (text === null) return patchFault(`${label} is not UTF-8 text: a patch could damage it.`)
  const applied = applyHunks(text, hunks)
  if (applied.kind === 'error') return patchFault(`${label}: ${applied.message}. Nothing was changed.`)
  if (to === null && applied.text !== '') return patchFault(`${label} holds more than the patch removes.`)
  if (applied.text.length > LARGEST_CHANGED) return patchFault(`${label} would become larger than 10 MB.`)
  return { kind: 'content', bytes: to === null ? null : Buffer.from(applied.text) }
}
