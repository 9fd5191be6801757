'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchApi, isProblem, newKey } from '@/lib/client/api/fetch-api'
import { keepUnsentText, unsentText } from '@/lib/client/decisions/use-send-message'
import { KEYS } from '@/lib/client/queries/keys'
import {
  draftAsText,
  draftInText,
  draftState,
  type SkillDraft,
  type SkillTarget,
  skillPlace,
} from '@/lib/client/text/skill-draft'
import type { Skill, SkillText } from '@/lib/domain/memory/skill'

/** What the editor begins from: the text that is stored, null where there is none yet, and what else it may start with. */
export type SkillStart = { stored: SkillText | null; template: string; isGone?: boolean }

/** The stored text of one's own skill; a new one and a copy have none. */
export function useStoredSkill(target: SkillTarget) {
  const id = target.kind === 'own' ? target.id : ''
  const { data, error } = useQuery({
    queryKey: KEYS.skillText(id),
    queryFn: ({ signal }): Promise<SkillText | null> =>
      fetchApi('GET /api/skills/{skillId}', { params: { skillId: id }, signal }).catch((error: unknown) => {
        if (isProblem(error, 'not_found')) return null
        throw error
      }),
    enabled: target.kind === 'own',
    staleTime: 0,
  })
  return { stored: data, error }
}

/** The skill of the workspace that a copy is made of; null where there is none of that name. */
export function useCopiedSkill(target: SkillTarget): {
  skill: Skill | null | undefined
  error: Error | null
} {
  const { data, error } = useQuery({
    queryKey: KEYS.skills,
    queryFn: ({ signal }) => fetchApi('GET /api/skills', { signal }),
    enabled: target.kind === 'copy',
  })
  const isIt = ({ source, name, body }: Skill): boolean =>
    target.kind === 'copy' && source === 'workspace' && name === target.name && body !== ''
  return { skill: data && (data.items.find(isIt) ?? null), error }
}

/** What is not saved is kept in this tab, also through a reload. */
export function useSkillDraft(target: SkillTarget, { stored, template }: SkillStart) {
  const place = skillPlace(target)
  const [draft, setDraft] = useState<SkillDraft>(
    () => draftInText(unsentText(place)) ?? { text: stored?.text ?? template, hash: stored?.hash ?? null },
  )
  const [known, setKnown] = useState(stored)
  const keep = (next: SkillDraft, now = stored): void => {
    setDraft(next)
    const isSame = now === null ? next.text === template : draftState(next, now) === 'same'
    keepUnsentText(place, isSame ? '' : draftAsText(next))
  }
  if (known !== stored) {
    setKnown(stored)
    // Who has changed nothing sees what somebody else has saved.
    const isUntouched = known !== null && draft.text === known.text
    if (stored && (isUntouched || draft.text === stored.text))
      setDraft({ text: stored.text, hash: stored.hash })
  }
  const state = draftState(draft, stored)
  useEffect(() => {
    if (state === 'same') keepUnsentText(place, '')
  }, [state, place])
  return {
    draft,
    state,
    write: (text: string) => keep({ text, hash: state === 'same' && stored ? stored.hash : draft.hash }),
    /** Begins from what is stored by now, with one's own text or that one. */
    takeMine: () => keep({ text: draft.text, hash: stored?.hash ?? null }),
    takeTheirs: () => keep({ text: stored?.text ?? template, hash: stored?.hash ?? null }),
    /** Stored by now: what was typed meanwhile stays. */
    settle: (saved: SkillText) => {
      const isSame = saved.text === draft.text
      keepUnsentText(place, '')
      if (target.kind === 'own') keep({ text: draft.text, hash: saved.hash }, saved)
      else if (!isSame)
        keepUnsentText(
          skillPlace({ kind: 'own', id: saved.id }),
          draftAsText({ text: draft.text, hash: saved.hash }),
        )
    },
  }
}

type Saving = { target: SkillTarget; stored: SkillText | null; onSaved: (saved: SkillText) => void }

/** Saves a text over the one that it was begun from, or as a new skill. */
export function useSaveSkill({ target, stored, onSaved }: Saving) {
  const client = useQueryClient()
  const [key, setKey] = useState(newKey)
  return useMutation({
    mutationFn: ({ text, hash }: SkillDraft) =>
      target.kind === 'own' && stored !== null
        ? fetchApi('PUT /api/skills/{skillId}', {
            params: { skillId: target.id },
            body: { text, hash: hash ?? stored.hash },
          })
        : fetchApi('POST /api/skills', { body: { text }, key }),
    onSuccess: saved => {
      client.setQueryData(KEYS.skillText(saved.id), saved)
      void client.invalidateQueries({ queryKey: KEYS.skills })
      onSaved(saved)
    },
    onError: error => {
      setKey(newKey())
      if (target.kind === 'own' && isProblem(error, 'stale_revision', 'not_found'))
        void client.invalidateQueries({ queryKey: KEYS.skillText(target.id) })
    },
  })
}
