import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import { keepUnsentText, unsentText } from '@/lib/client/decisions/use-send-message'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import {
  draftAsText,
  draftInText,
  draftState,
  type SkillDraft,
  type SkillTarget,
  skillDraftKey,
} from '@/lib/client/text/skill-draft'
import type { SkillText } from '@/lib/domain/skills/skill'
import { skillFileText } from '@/lib/domain/skills/skill-file'

/** What the editor begins from: the text that is stored, null where there is none yet, and what else it may start with. */
export type SkillStart = { stored: SkillText | null; template: string; isGone?: boolean }

type Beginning = { start?: SkillStart; error?: Error | null; isMissing?: boolean }

/** What the editor begins with, as soon as it is known. */
export function useSkillStart(target: SkillTarget): Beginning {
  const t = useTranslations('skills.template')
  const id = target.kind === 'own' ? target.id : ''
  const params = { skillId: id }
  const own = useRead(KEYS.skillText(id), 'GET /api/skills/{skillId}', { params }, { enabled: id !== '' })
  const list = useRead(KEYS.skills, 'GET /api/skills', {}, { enabled: target.kind === 'copy' })
  const template = skillFileText({ name: 'my-skill', description: t('description'), body: t('body') })
  if (target.kind === 'new') return { start: { stored: null, template } }
  if (target.kind === 'copy') {
    const skill = list.data?.items.find(
      ({ source, name, body }) => source === 'workspace' && name === target.name && body !== '',
    )
    if (!skill) return { error: list.error, isMissing: list.data !== undefined }
    return { start: { stored: null, template: skillFileText(skill) } }
  }
  const isGone = isProblem(own.error, 'not_found')
  if (!own.data && !isGone) return { error: own.error }
  // What was open stays open though somebody deletes it, and so does what was not saved.
  if (!own.data && unsentText(skillDraftKey(target)) === '') return { isMissing: true }
  return { start: { stored: isGone ? null : (own.data ?? null), template, isGone } }
}

/** What is not saved is kept in this tab, also through a reload. */
export function useSkillDraft(target: SkillTarget, { stored, template }: SkillStart) {
  const draftKey = skillDraftKey(target)
  const beginning: SkillDraft = { text: stored?.text ?? template, hash: stored?.hash ?? null }
  const [draft, setDraft] = useState(() => draftInText(unsentText(draftKey)) ?? beginning)
  const [lastStored, setKnown] = useState(stored)
  const keep = (next: SkillDraft, now = stored): void => {
    setDraft(next)
    const isSame = now === null ? next.text === template : draftState(next, now) === 'same'
    keepUnsentText(draftKey, isSame ? '' : draftAsText(next))
  }
  if (lastStored !== stored) {
    setKnown(stored)
    // Who has changed nothing sees what somebody else has saved.
    const isUntouched = lastStored !== null && draft.text === lastStored.text
    if (stored && (isUntouched || draft.text === stored.text)) setDraft(beginning)
  }
  const state = draftState(draft, stored)
  useEffect(() => {
    if (state === 'same') keepUnsentText(draftKey, '')
  }, [state, draftKey])
  return {
    draft,
    state,
    write: (text: string) => keep({ text, hash: state === 'same' && stored ? stored.hash : draft.hash }),
    /** Begins from what is stored by now, with one's own text or that one. */
    takeMine: () => keep({ ...beginning, text: draft.text }),
    takeTheirs: () => keep(beginning),
    /** Stored by now: what was typed meanwhile stays. */
    settle: (saved: SkillText) => {
      const rest = { text: draft.text, hash: saved.hash }
      keepUnsentText(draftKey, '')
      if (target.kind === 'own') keep(rest, saved)
      else if (saved.text !== draft.text)
        keepUnsentText(skillDraftKey({ kind: 'own', id: saved.id }), draftAsText(rest))
    },
  }
}

type Saving = { target: SkillTarget; stored: SkillText | null; onSaved: (saved: SkillText) => void }

/** Saves a text over the one that it was begun from, or as a new skill. */
export function useSaveSkill({ target, stored, onSaved }: Saving) {
  const client = useQueryClient()
  const id = target.kind === 'own' && stored ? target.id : undefined
  return useChange(
    ({ text, hash }: SkillDraft, key) => {
      if (id === undefined) return fetchApi('POST /api/skills', { body: { text }, key })
      const body = { text, hash: hash ?? stored?.hash ?? '' }
      return fetchApi('PUT /api/skills/{skillId}', { params: { skillId: id }, body }).catch(error => {
        // Somebody else was faster: the editor shows what is there now.
        if (isProblem(error, 'stale_revision', 'not_found'))
          void client.invalidateQueries({ queryKey: KEYS.skillText(id) })
        throw error
      })
    },
    {
      refetches: [KEYS.skills],
      onDone: saved => {
        client.setQueryData(KEYS.skillText(saved.id), saved)
        onSaved(saved)
      },
    },
  )
}
