import type { ToolContext } from '../define-tool'
import { removeEmptyFolder } from '../files/change/folder-change'
import { utf8Text } from '../files/text-content'
import { type ReplaceOutcome, replaceFiles } from '../workspace/replace-files'
import { type Snapshot, takeSnapshot } from '../workspace/snapshot'
import { filePath, type PathRefusal, refusePath, type WorkspacePath } from '../workspace/workspace-path'

/** Where skills lie: a folder below a root, which is walked without following links. */
export type SkillScope = Pick<ToolContext, 'root' | 'folder' | 'closed' | 'signal' | 'hash'> & {
  path: string
}

type SkillFileNow =
  | { kind: 'file'; path: string; text: string; hash: string; snapshot: Snapshot }
  | { kind: 'absent'; path: string; snapshot: Snapshot }
  | PathRefusal

/** The SKILL.md in the folder of that name, as it is now. */
export async function skillFileNow(scope: SkillScope, folder: string): Promise<SkillFileNow> {
  const file = pathOf(scope, folder)
  if (file.kind === 'refused') return file
  const snapshot = await takeSnapshot(file, scope)
  if (snapshot.kind === 'refused') return snapshot
  if (snapshot.kind === 'absent') return { kind: 'absent', path: file.label, snapshot }
  const text = utf8Text(snapshot.bytes)
  if (text === null) return refusePath({ code: 'path.isNoText', params: { path: file.label } })
  return { kind: 'file', path: file.label, text, hash: snapshot.hash, snapshot }
}

const pathOf = ({ path }: SkillScope, folder: string): WorkspacePath | PathRefusal =>
  filePath(`${path}/${folder}/SKILL.md`)

type SkillWrite = { folder: string; snapshot: Snapshot; writeId: string }

/** Puts a text in its place, if what is there is still what was seen; the folder is made where it is missing. */
export const writeSkillFile = (
  scope: SkillScope,
  { text, ...write }: SkillWrite & { text: string },
): Promise<ReplaceOutcome> => replace(scope, { ...write, bytes: Buffer.from(text) })

/** Removes the file, and its folder if nothing else is in it. */
export async function removeSkillFile(scope: SkillScope, write: SkillWrite): Promise<ReplaceOutcome> {
  const replaced = await replace(scope, { ...write, bytes: null })
  const path = filePath(`${scope.path}/${write.folder}`)
  if (replaced.kind === 'replaced' && path.kind === 'path') await removeEmptyFolder(path, scope)
  return replaced
}

async function replace(
  scope: SkillScope,
  { folder, snapshot, writeId, bytes }: SkillWrite & { bytes: Uint8Array | null },
): Promise<ReplaceOutcome> {
  const path = pathOf(scope, folder)
  if (path.kind === 'refused') return path
  const context = { ...scope, beforeEffect: () => undefined, execution: { callId: writeId, epoch: 0 } }
  return replaceFiles([{ number: 0, path, bytes, snapshot }], context)
}
