import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form } from '@/components/list/form'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { FIELD } from '@/components/ui/looks'
import type { MemoryPatch, NewMemory } from '@/lib/domain/memory/memory'
import { MEMORY_CHARS } from '@/lib/domain/memory/memory-block'

type Props = {
  initial: MemoryText
  /** One line that opens when somebody begins to write there. */
  isQuiet?: boolean
  /** The label of the submit button. */
  verb: string
  isPending: boolean
  error: Error | null
  onSend: (memory: MemoryText) => void
  children?: ReactNode
}

/** It does not look like the first thing to do on the page. */
const QUIET = 'border-hairline bg-transparent hover:border-field'

export function MemoryForm({ initial, isQuiet = false, verb, isPending, error, onSend, children }: Props) {
  const t = useTranslations('memory.form')
  const [memory, setMemory] = useState(initial)
  const [isOpen, setIsOpen] = useState(!isQuiet)
  const isEmpty = memory.text.trim() === ''
  const isBlank = isEmpty && memory.tags === ''
  return (
    <Form
      className="flex flex-col gap-2"
      off={isEmpty || isPending}
      onSend={() => onSend(memory)}
      onFocus={() => setIsOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (isQuiet && isBlank && !currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <textarea
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: it stands where somebody pressed “Edit”
        autoFocus={!isQuiet}
        aria-label={t('text')}
        placeholder={isQuiet ? t('placeholder') : undefined}
        className={`${FIELD} field-sizing-content min-h-11 resize-none text-[1rem]/6 ${isOpen ? '' : QUIET}`}
        rows={1}
        maxLength={MEMORY_CHARS}
        value={memory.text}
        onChange={event => setMemory({ ...memory, text: event.target.value })}
      />
      {(isOpen || !isBlank) && (
        <>
          <Field
            isProse
            label={t('tags')}
            hint={t('tagsHint')}
            maxLength={400}
            value={memory.tags}
            onValue={tags => setMemory({ ...memory, tags })}
          />
          <ProblemAlert error={error} />
          <p className="flex flex-wrap gap-2 pb-2">
            <Button type="submit" variant="main" off={isEmpty || isPending}>
              {verb}
            </Button>
            {children}
          </p>
        </>
      )}
    </Form>
  )
}

/** A memory in a form: its tags are separated by commas. */
export type MemoryText = { text: string; tags: string }

export const toMemory = ({ text, tags }: MemoryText): Required<NewMemory> & Required<MemoryPatch> => ({
  text,
  tags: [...new Set(tags.split(',').map(tag => tag.trim()))].filter(tag => tag !== ''),
})
