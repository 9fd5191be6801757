import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form, FormFoot } from '@/components/list/form'
import { Field } from '@/components/ui/field'
import { FIELD } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import { partsIn } from '@/lib/client/text/field-text'
import type { Memory } from '@/lib/domain/memory/memory'
import { MEMORY_CHARS } from '@/lib/domain/memory/memory-block'

type Props = {
  /** The one that is changed. Without it the form is one line, which opens when somebody begins to write there. */
  memory?: Memory
  onSaved: () => void
  onClose?: () => void
}

/** It does not look like the first thing to do on the page. */
const QUIET = 'border-hairline bg-transparent hover:border-field'

/** Adds a memory, or changes one. Its tags are separated by commas. */
export function MemoryForm({ memory, onSaved, onClose }: Props) {
  const t = useTranslations('memory.form')
  const [draft, setDraft] = useState({ text: memory?.text ?? '', tags: memory?.tags.join(', ') ?? '' })
  const [isOpen, setIsOpen] = useState(memory !== undefined)
  const { mutate, isPending, error } = useChange(
    ({ text, tags }: typeof draft, key) => {
      const body = { text, tags: [...new Set(partsIn(tags, ','))] }
      if (memory) return fetchApi('PATCH /api/memories/{id}', { params: { id: memory.id }, body })
      return fetchApi('POST /api/memories', { body, key })
    },
    {
      refetches: [KEYS.allMemories],
      onDone: onSaved,
      announces: () => t(memory ? 'changed' : 'added'),
    },
  )
  const isEmpty = draft.text.trim() === ''
  const isBlank = isEmpty && draft.tags === ''
  return (
    <Form
      className="flex flex-col gap-2"
      off={isEmpty || isPending}
      onSend={() => mutate(draft)}
      onFocus={() => setIsOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!memory && isBlank && !currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <textarea
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: it stands where somebody pressed “Edit”
        autoFocus={memory !== undefined}
        aria-label={t('text')}
        placeholder={memory ? undefined : t('placeholder')}
        className={`${FIELD} field-sizing-content min-h-11 resize-none text-[1rem]/6 ${isOpen ? '' : QUIET}`}
        rows={1}
        maxLength={MEMORY_CHARS}
        value={draft.text}
        onChange={({ target }) => setDraft({ ...draft, text: target.value })}
      />
      {(isOpen || !isBlank) && (
        <>
          <Field
            isProse
            label={t('tags')}
            hint={t('tagsHint')}
            maxLength={400}
            value={draft.tags}
            onValue={tags => setDraft({ ...draft, tags })}
          />
          <FormFoot
            className="pb-2"
            send={t(memory ? 'save' : 'add')}
            off={isEmpty || isPending}
            error={error}
            onCancel={onClose}
          />
        </>
      )}
    </Form>
  )
}
