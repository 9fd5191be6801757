import { type ReactNode, useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { ColouredCode } from '@/components/text/coloured-code'
import { useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { PAPER, REMARK } from '@/components/ui/looks'
import { diffBody } from '@/lib/client/diff/line-counts'
import { diffsOf } from '@/lib/domain/call/call-state'
import type { FileDiff, Preview } from '@/lib/domain/call/preview'
import { objectIn } from '@/lib/text/json/json-value'
import { ArgumentsTable } from './preview/arguments-table'
import { Diff } from './preview/diff'
import { isPlan, StepList, stepsIn } from './preview/step-list'

type FigureProps = {
  /** Of what counts as seen. */
  part?: string | undefined
  name?: string | undefined
  caption?: ReactNode
  children: ReactNode
}

const Figure = ({ part, name, caption, children }: FigureProps) => (
  <figure data-part={part} className={PAPER} aria-label={name}>
    {caption && (
      <figcaption className="whitespace-pre-wrap wrap-anywhere border-hairline border-b px-2.5 py-0.5 font-mono text-quiet text-small">
        {caption}
      </figcaption>
    )}
    {children}
  </figure>
)

const FigureText = ({ children }: { children: string }) => (
  <div className="border-hairline px-2.5 py-1 [div+&]:border-t">
    <CodeText>{children}</CodeText>
  </div>
)

type Props = { preview: Preview | undefined; argumentsText: string }

/** What a Call would do, after what has changed in the tool that would do it. Its arguments are always available in full. */
export function CallPreview({ preview, argumentsText }: Props) {
  const t = useTranslations('call.callPreview')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const steps = useMemo(
    () => (isPlan(preview) ? stepsIn(objectIn(argumentsText)?.steps) : undefined),
    [preview, argumentsText],
  )
  // Of a plan without one before it, the difference says no more.
  const diffs = diffsOf(preview).filter(({ unified }) => !steps || /^[- ]/m.test(diffBody(unified)))
  const { command, request, definition } = preview ?? {}
  const hasContent = steps || diffs.length > 0 || command !== undefined || request !== undefined
  const asText = (
    <Figure name={t('arguments')} part={hasContent ? undefined : 'preview'}>
      {hasContent ? <FigureText>{argumentsText}</FigureText> : <ArgumentsTable text={argumentsText} />}
    </Figure>
  )
  return (
    <div className="flex flex-col gap-2">
      {definition && <DefinitionFigure definition={definition} />}
      {!hasContent && asText}
      {steps && (
        <div data-part="preview" className={`px-2.5 ${PAPER}`}>
          <StepList steps={steps} />
        </div>
      )}
      {diffs.map((diff, index) => (
        <DiffFigure
          key={diff.path}
          diff={diff}
          part={index > 0 ? `preview ${diff.path}` : 'preview'}
          // Of several, each is named by its caption.
          name={diffs.length > 1 ? undefined : t('diff')}
        />
      ))}
      {diffs.some(({ truncated }) => truncated) && <Contents argumentsText={argumentsText} diffs={diffs} />}
      {command && <CommandFigure command={command} />}
      {request && <RequestFigure request={request} />}
      {hasContent && (
        <div className="leading-none">
          <Button
            variant="quiet"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('hide') : t('show')}
          </Button>
        </div>
      )}
      {hasContent && isOpen && <div id={id}>{asText}</div>}
    </div>
  )
}

type DefinitionProps = { definition: NonNullable<Preview['definition']> }

/** The definition of a tool as it was accepted and as it is now. */
export function DefinitionFigure({ definition: { before, unified } }: DefinitionProps) {
  const t = useTranslations('call.callPreview')
  const name = t(before === undefined ? 'newDefinition' : 'changedDefinition')
  return (
    <Figure part="definition" name={name} caption={name}>
      <Diff unified={unified} />
    </Figure>
  )
}

type DiffProps = Pick<FigureProps, 'part' | 'name'> & { diff: FileDiff }

/** The change of a file. */
export const DiffFigure = ({ diff, ...figure }: DiffProps) => (
  <Figure {...figure} caption={<VisibleText isLine>{diff.path}</VisibleText>}>
    <Diff {...diff} />
  </Figure>
)

/** What truncated diffs leave out, from the arguments. They do not have the text that is replaced. */
function Contents({ argumentsText, diffs }: { argumentsText: string; diffs: FileDiff[] }) {
  const t = useTranslations('call.callPreview')
  const texts = useMemo(() => {
    const entries = Object.entries<unknown>(JSON.parse(argumentsText) ?? {})
    return entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  }, [argumentsText])
  return (
    <>
      <p data-part="contents" className="text-small text-quiet">
        {t('incomplete')}
      </p>
      {diffs.some(({ truncated, unified }) => truncated && /^- /m.test(unified)) && (
        <p data-part="replaced" data-fold="folded" className={REMARK}>
          {t('replaced')}
        </p>
      )}
      {texts.map(([name, text]) => (
        <Figure
          key={name}
          part={`content ${name}`}
          name={name}
          caption={<VisibleText isLine>{name}</VisibleText>}
        >
          <FigureText>{text}</FigureText>
        </Figure>
      ))}
    </>
  )
}

const NOTE = 'border-hairline border-t px-2.5 py-0.5 text-small'

/**
 * What runs, where, and what it reaches; how the shell reads it, where that is not plain; and whether its changes can be
 * reverted.
 */
function CommandFigure({ command }: { command: NonNullable<Preview['command']> }) {
  const t = useTranslations('call.callPreview')
  const tNotes = useTranslations('call.commandNotes')
  const say = useServerText()
  const { text, cwd, sandboxed, network, words, writes, unread, revertible } = command
  const folder = () => <VisibleText isLine>{cwd}</VisibleText>
  const danger = (words: string) => <strong className="text-ink">{words}</strong>
  const caption = (
    <>
      {cwd === '' ? t('inWorkspace') : t.rich('inFolder', { folder })} ·{' '}
      {sandboxed ? t('sandboxed') : danger(t('unsandboxed'))} ·{' '}
      {network ? danger(t('network')) : t('noNetwork')}
    </>
  )
  return (
    <>
      <Figure part="preview" name={t('command')} caption={caption}>
        <div className="px-2.5 py-1">
          <ColouredCode language="bash">{text}</ColouredCode>
        </div>
        {unread !== undefined && (
          <p className={NOTE}>
            <VisibleText>{tNotes('unread', { why: say(command.unreadMessage, unread) })}</VisibleText>
          </p>
        )}
        {words && <WordLines label={tNotes('words')} lines={words} />}
        {writes && <WordLines label={tNotes('writes')} lines={writes.map(file => [file])} />}
      </Figure>
      {revertible !== undefined && (
        <p className={`text-small ${revertible ? 'text-quiet' : ''}`}>
          {revertible
            ? tNotes('revertible')
            : tNotes('irrevertible', { why: say(command.whyNotMessage, command.whyNotReverted ?? '') })}
        </p>
      )}
    </>
  )
}

const WORD = 'whitespace-pre-wrap wrap-anywhere rounded-small border border-hairline px-1 font-mono'

/** Each word in a frame of its own, so that a space in one is not taken for its end. */
function WordLines({ label, lines }: { label: string; lines: (string | null)[][] }) {
  const t = useTranslations('call.commandNotes')
  return (
    <div className={NOTE}>
      <p className="text-quiet">{label}</p>
      <ol aria-label={label}>
        {lines.map((words, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a fixed text have no other key
          <li key={at} className="py-0.5">
            {words.map((word, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the words of a fixed text have no other key
              <span key={at}>
                {at > 0 && ' '}
                {word ? (
                  <code className={WORD}>
                    <VisibleText>{word}</VisibleText>
                  </code>
                ) : (
                  <em className={`${WORD} text-quiet`}>{t(word === null ? 'unknownWord' : 'emptyWord')}</em>
                )}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A request as it is sent: to whom is what matters most. */
function RequestFigure({ request }: { request: NonNullable<Preview['request']> }) {
  const t = useTranslations('call.callPreview')
  const { method, url, headers, body } = request
  const [, scheme = '', host = '', rest = url] = /^(https?:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? []
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const caption = (
    <>
      <VisibleText isLine>{`${method} ${scheme}`}</VisibleText>
      <strong className="text-ink">
        <VisibleText isLine>{host}</VisibleText>
      </strong>
      <VisibleText isLine>{rest}</VisibleText>
    </>
  )
  return (
    <Figure part="preview" name={t('request')} caption={caption}>
      {lines.length > 0 && <FigureText>{lines.join('\n')}</FigureText>}
      {body && <FigureText>{body}</FigureText>}
    </Figure>
  )
}
