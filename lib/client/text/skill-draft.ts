import { objectIn } from '@/lib/text/json/json-value'

/** What the editor is open for: one's own skill, a new one, or a copy of one that lies in the workspace. */
export type SkillTarget = { kind: 'own'; id: string } | { kind: 'new' } | { kind: 'copy'; name: string }

const PAGE = '/skills'

/** The address of the page with the editor open, or of its list. */
export function skillDraftKey(target: SkillTarget | null): string {
  if (target === null) return PAGE
  if (target.kind === 'new') return `${PAGE}?new=`
  const [key, name] = target.kind === 'own' ? ['edit', target.id] : ['copy', target.name]
  return `${PAGE}?${new URLSearchParams({ [key]: name })}`
}

export function skillTarget(params: URLSearchParams): SkillTarget | null {
  const [id, name] = [params.get('edit'), params.get('copy')]
  if (id) return { kind: 'own', id }
  if (name) return { kind: 'copy', name }
  return params.has('new') ? { kind: 'new' } : null
}

/** What somebody wrote and has not saved. `hash`: that of the text that they began from, null where there was none. */
export type SkillDraft = { text: string; hash: string | null }

export const draftAsText = ({ text, hash }: SkillDraft): string => JSON.stringify({ text, hash })

/** Null where there is none, or something else lies there. */
export function draftInText(stored: string): SkillDraft | null {
  const { text, hash } = objectIn(stored) ?? {}
  return typeof text === 'string' ? { text, hash: typeof hash === 'string' ? hash : null } : null
}

/** How a draft stands to what is stored. `stale`: somebody else saved another text since it was begun. */
export function draftState(
  { text, hash }: SkillDraft,
  stored: { text: string; hash: string } | null,
): 'same' | 'changed' | 'stale' {
  if (stored === null) return 'changed'
  if (text === stored.text) return 'same'
  return hash === stored.hash ? 'changed' : 'stale'
}
