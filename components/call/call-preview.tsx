'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { ColouredCode } from '@/components/text/coloured-code'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { PAPER } from '@/components/ui/looks'
import { diffsOf } from '@/lib/domain/call/call-state'
import type { FileDiff, Preview } from '@/lib/domain/call/preview'
import { Diff } from './preview/diff'
import { CommandNotes, Contents, RequestFigure } from './preview-details'

type Props = {
  preview: Preview | undefined
  argumentsText: string
}

const CAPTION =
  'border-hairline border-b px-2.5 py-0.5 wrap-anywhere whitespace-pre-wrap font-mono text-quiet text-small'

/** What a Call would do, after what has changed in the tool that would do it. */
export function CallPreview(props: Props) {
  const { preview } = props
  if (!preview?.definition) return <PreviewFigures {...props} />
  return (
    <div className="flex flex-col gap-2">
      <DefinitionFigure definition={preview.definition} />
      <PreviewFigures {...props} />
    </div>
  )
}

type DefinitionProps = { definition: NonNullable<Preview['definition']> }

/** The definition of a tool as it was accepted and as it is now. */
export function DefinitionFigure({ definition: { before, unified } }: DefinitionProps) {
  const t = useTranslations('call.callPreview')
  const name = t(before === undefined ? 'newDefinition' : 'changedDefinition')
  return (
    <figure data-part="definition" className={PAPER} aria-label={name}>
      <figcaption className={CAPTION}>{name}</figcaption>
      <Diff unified={unified} />
    </figure>
  )
}

/** Its arguments are always available in full. */
function PreviewFigures({ preview, argumentsText }: Props) {
  const t = useTranslations('call.callPreview')
  const [open, setOpen] = useState(false)
  const id = useId()
  const diffs = diffsOf(preview)
  const content = diffs[0] ?? preview?.command ?? preview?.request
  const asText = (
    <ArgumentsText name={t('arguments')} part={content ? undefined : 'preview'}>
      {argumentsText}
    </ArgumentsText>
  )
  if (!content) return asText
  return (
    <div className="flex flex-col gap-2">
      <DiffFigures diffs={diffs} argumentsText={argumentsText} />
      {preview?.command && <CommandFigure command={preview.command} />}
      {preview?.request && <RequestFigure request={preview.request} />}
      <div className="leading-none">
        <Button
          variant="quiet"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? t('hide') : t('show')}
        </Button>
      </div>
      {open && <div id={id}>{asText}</div>}
    </div>
  )
}

type FiguresProps = { diffs: FileDiff[]; argumentsText: string }

/** The changes of files, each by itself. */
function DiffFigures({ diffs, argumentsText }: FiguresProps) {
  const t = useTranslations('call.callPreview')
  const opaque = diffs.flatMap(({ truncated, unified }) => (truncated ? [unified] : []))
  return (
    <>
      {diffs.map((diff, index) => (
        <DiffFigure
          key={diff.path}
          diff={diff}
          part={index > 0 ? `preview ${diff.path}` : 'preview'}
          // Of several, each is named by its caption.
          name={diffs.length > 1 ? undefined : t('diff')}
        />
      ))}
      {opaque[0] && <Contents argumentsText={argumentsText} unified={opaque.join('')} />}
    </>
  )
}

type DiffFigureProps = {
  diff: FileDiff
  part?: string | undefined
  name?: string | undefined
}

/** The change of a file. */
export const DiffFigure = ({ diff, part, name }: DiffFigureProps) => (
  <figure data-part={part} className={PAPER} aria-label={name}>
    <figcaption className={CAPTION}>
      <VisibleText isLine>{diff.path}</VisibleText>
    </figcaption>
    <Diff {...diff} />
  </figure>
)

type CommandProps = { command: NonNullable<Preview['command']> }

/** What runs, where, and what it reaches. */
function CommandFigure({ command }: CommandProps) {
  const t = useTranslations('call.callPreview')
  const { text, cwd, sandboxed, network } = command
  const folder =
    cwd === ''
      ? t('inWorkspace')
      : t.rich('inFolder', { folder: () => <VisibleText isLine>{cwd}</VisibleText> })
  const danger = (words: string) => <strong className="text-ink">{words}</strong>
  return (
    <figure data-part="preview" className={PAPER} aria-label={t('command')}>
      <figcaption className={CAPTION}>
        {folder} · {sandboxed ? t('sandboxed') : danger(t('unsandboxed'))} ·{' '}
        {network ? danger(t('network')) : t('noNetwork')}
      </figcaption>
      <div className="px-2.5 py-1">
        <ColouredCode language="bash">{text}</ColouredCode>
      </div>
      <CommandNotes command={command} />
    </figure>
  )
}

type TextProps = { name: string; part: string | undefined; children: string }

const ArgumentsText = ({ name, part, children }: TextProps) => (
  <figure data-part={part} className={PAPER} aria-label={name}>
    <div className="px-2.5 py-1">
      <CodeText>{children}</CodeText>
    </div>
  </figure>
)
