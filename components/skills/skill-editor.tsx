import { type KeyboardEvent, useDeferredValue, useId, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { CodeArea } from '@/components/call/forms/lazy-code-field'
import { StaleForm } from '@/components/inspector/editable-panel'
import { Form } from '@/components/list/form'
import { PAGE_BODY, PageHead } from '@/components/list/list-page'
import { PaperText } from '@/components/text/code-text'
import { ProblemAlert } from '@/components/text/problem-text'
import { Prose } from '@/components/text/prose'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Key } from '@/components/ui/kbd'
import { ALERT } from '@/components/ui/looks'
import { mergeFieldText, toFieldText } from '@/lib/client/text/field-text'
import { type SkillTarget, skillDraftKey } from '@/lib/client/text/skill-draft'
import type { SkillText } from '@/lib/domain/skills/skill'
import { readSkillFile, type SkillFile } from '@/lib/domain/skills/skill-file'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { type SkillStart, useSaveSkill, useSkillDraft, useSkillStart } from './use-skill-text'

type Props = {
  target: SkillTarget
  /** What became of what was saved last. It outlives the editor of a new skill, which becomes that of its own. */
  status: string
  onStatus: (status: string) => void
  /** Leads to another address of the page; `onReplace` in the place of this one. */
  onOpen: (address: string) => void
  onReplace: (address: string) => void
}

/** A skill in an editor, with how it reads beside it. */
export function SkillEditor(props: Props) {
  const { target, onOpen } = props
  const t = useTranslations('skills.editor')
  const { start, error = null, isMissing } = useSkillStart(target)
  return (
    <>
      <PageHead
        heading={target.kind === 'own' ? t('edit', { name: withVisibleEscapes(target.id) }) : t('new')}
        width="max-w-390"
      />
      <div className={PAGE_BODY}>
        <div className="mx-auto flex w-full max-w-400 flex-col gap-3 px-5 pb-[max(24px,env(safe-area-inset-bottom))]">
          {start && <SkillForm {...props} start={start} />}
          {!start && (
            <div className="flex flex-col items-start gap-3 pt-3">
              <Button variant="quiet" onClick={() => onOpen(skillDraftKey(null))}>
                {t('back')}
              </Button>
              <ProblemAlert error={error} />
              {isMissing && <p>{t('missing')}</p>}
              {!error && !isMissing && <p className="text-quiet">{t('loading')}</p>}
            </div>
          )}
        </div>
      </div>
    </>
  )
}

/** It is saved by Control+S or Command+S, too, and never while it could not be read as a skill. */
function SkillForm({ target, start, status, ...props }: Props & { start: SkillStart }) {
  const t = useTranslations('skills.editor')
  const { stored, template, isGone } = start
  const { draft, state, write, takeMine, takeTheirs, settle } = useSkillDraft(target, start)
  const file = useMemo(() => readSkillFile(draft.text, stored?.id), [draft.text, stored?.id])
  const { mutate, isPending, error } = useSaveSkill({
    target,
    stored,
    onSaved: saved => {
      props.onStatus(t('saved'))
      settle(saved)
    },
  })
  // Whoever has left the editor by then is not led back to it.
  const openSaved = (saved: SkillText): void => {
    if (saved.id !== stored?.id) props.onReplace(skillDraftKey({ kind: 'own', id: saved.id }))
  }
  const faultId = useId()
  const isChanged = stored === null ? draft.text !== template : state !== 'same'
  const isOff = isPending || file.fault !== undefined || state !== 'changed'
  const save = (): void => mutate(draft, { onSuccess: openSaved })
  return (
    <Form
      aria-label={t('form')}
      className="contents"
      off={isOff}
      onSend={save}
      onKeyDown={event => isSaveKey(event) && !event.repeat && !isOff && save()}
    >
      <SaveBar
        isOff={isOff}
        status={isChanged ? t('unsaved') : status}
        describedBy={faultId}
        onBack={() => props.onOpen(skillDraftKey(null))}
        onDiscard={isChanged && state !== 'stale' ? takeTheirs : null}
      />
      {isGone && <p className={ALERT}>{t('gone')}</p>}
      {target.kind === 'copy' && <p className="text-quiet text-small">{t('copied')}</p>}
      {state === 'stale' && stored && (
        <>
          <StaleForm onMine={takeMine} onTheirs={takeTheirs}>
            {t('stale')}
          </StaleForm>
          <details>
            <summary className="cursor-pointer text-small touch:py-2.5">{t('now')}</summary>
            <PaperText>{stored.text}</PaperText>
          </details>
        </>
      )}
      {error && state !== 'stale' && <ProblemAlert error={error} />}
      <SkillFaults file={file} id={faultId} />
      <div className="grid items-start gap-4 min-[68rem]:grid-cols-2">
        <CodeArea
          isTall
          isFocused
          name={t('text')}
          language="SKILL.md"
          value={toFieldText(draft.text)}
          onChange={text => write(mergeFieldText(draft.text, text))}
        />
        <SkillPreview file={file} />
      </div>
    </Form>
  )
}

type BarProps = {
  isOff: boolean
  status: string
  /** Of what says why it cannot be saved. */
  describedBy: string
  onBack: () => void
  /** Null where there is nothing to discard. */
  onDiscard: (() => void) | null
}

function SaveBar({ isOff, status, describedBy, onBack, onDiscard }: BarProps) {
  const t = useTranslations('skills.editor')
  return (
    <div className="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-b bg-paper py-2">
      <Button variant="quiet" onClick={onBack}>
        {t('back')}
      </Button>
      <p
        role="status"
        className="min-w-0 flex-1 text-quiet text-small max-phone:order-last max-phone:basis-full"
      >
        {status}
      </p>
      <div className="ml-auto flex gap-2">
        <Button
          type="submit"
          variant="main"
          off={isOff}
          aria-describedby={describedBy}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {t('save')} <Key>{saveKeyName()}</Key>
        </Button>
        {onDiscard && <Button onClick={onDiscard}>{t('discard')}</Button>}
      </div>
    </div>
  )
}

/** The key holds wherever in the form somebody is, and never does what it does in the browser. */
function isSaveKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const isSave = key.toLowerCase() === 's' && (ctrlKey || metaKey) && !altKey && !shiftKey
  if (isSave) event.preventDefault()
  return isSave
}

const saveKeyName = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘S' : 'Ctrl S')

/** Why it cannot be saved, by its line and with what to do, or what else is to be known of it. */
function SkillFaults({ file: { fault, warnings }, id }: { file: SkillFile; id: string }) {
  return (
    <div id={id} aria-live="polite" className="empty:hidden">
      {fault ? (
        <p className={ALERT}>
          <ServerText isLine codedText={fault.codedText} english={fault.codedText.code} />
        </p>
      ) : (
        warnings.map(codedText => (
          <p key={codedText.code} className="text-quiet text-small">
            <ServerText isLine codedText={codedText} english={codedText.code} />
          </p>
        ))
      )}
    </div>
  )
}

/** What an agent is told of it, and what it reads. */
function SkillPreview({ file }: { file: SkillFile }) {
  const t = useTranslations('skills.editor')
  const { name, description, isHidden, body, fault } = useDeferredValue(file)
  return (
    <section
      aria-label={t('preview')}
      className="flex min-w-0 flex-col gap-2 rounded-base border border-hairline bg-surface px-4 py-3"
    >
      {fault ? (
        <p className="text-quiet">{t('noPreview')}</p>
      ) : (
        <>
          <h2 className="font-mono font-semibold wrap-anywhere">
            <VisibleText isLine>{name}</VisibleText>
          </h2>
          <p className="wrap-anywhere">
            <VisibleText isProse>{description}</VisibleText>
          </p>
          {isHidden && <p className="text-quiet text-small">{t('hidden')}</p>}
          <hr className="border-hairline" />
          <Prose>{body}</Prose>
        </>
      )}
    </section>
  )
}
