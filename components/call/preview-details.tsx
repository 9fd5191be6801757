'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { PAPER, REMARK } from '@/components/ui/looks'
import type { Preview } from '@/lib/domain/call/preview'

const CAPTION = 'border-hairline border-b px-2.5 py-0.5 wrap-anywhere font-mono text-quiet text-small'
const NOTE = 'border-hairline border-t px-2.5 py-0.5 text-small'
const WORD = 'rounded-small border border-hairline px-1 whitespace-pre-wrap wrap-anywhere font-mono'

/** How the shell reads a command, where that is not plain, and whether its changes can be reverted. */
export function CommandNotes({ command }: { command: NonNullable<Preview['command']> }) {
  const t = useTranslations('call.commandNotes')
  const { words, writes, unread, revertible, whyNotReverted } = command
  const say = useServerText()
  return (
    <>
      {unread !== undefined && (
        <p className={NOTE}>
          <VisibleText>{t('unread', { why: say(command.unreadMessage, unread) })}</VisibleText>
        </p>
      )}
      {words && <WordLines label={t('words')} lines={words} />}
      {writes && <WordLines label={t('writes')} lines={writes.map(file => [file])} />}
      {revertible !== undefined && (
        <p className={`${NOTE} ${revertible ? 'text-quiet' : ''}`}>
          {revertible
            ? t('revertible')
            : t('irrevertible', { why: say(command.whyNotMessage, whyNotReverted ?? '') })}
        </p>
      )}
    </>
  )
}

function WordLines({ label, lines }: { label: string; lines: (string | null)[][] }) {
  return (
    <div className={NOTE}>
      <p className="text-quiet">{label}</p>
      <ol aria-label={label}>
        {lines.map((words, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a fixed text have no other key
          <li key={at} className="py-0.5">
            <Words words={words} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Each word in a frame of its own, so that a space in one is not taken for its end. */
function Words({ words }: { words: (string | null)[] }) {
  const t = useTranslations('call.commandNotes')
  return words.map((word, at) => (
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
  ))
}

type RequestProps = { request: NonNullable<Preview['request']> }

/** A request as it is sent: to whom is what matters most. */
export function RequestFigure({ request }: RequestProps) {
  const t = useTranslations('call.callPreview')
  const { method, url, headers, body } = request
  const [, scheme = '', host = '', rest = url] = /^(https?:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? []
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <figure data-part="preview" className={PAPER} aria-label={t('request')}>
      <figcaption className={`${CAPTION} whitespace-pre-wrap`}>
        <VisibleText isLine>{`${method} ${scheme}`}</VisibleText>
        <strong className="text-ink">
          <VisibleText isLine>{host}</VisibleText>
        </strong>
        <VisibleText isLine>{rest}</VisibleText>
      </figcaption>
      {[lines.join('\n'), body].map(
        (text, at) =>
          text && (
            <div
              key={at === 0 ? 'headers' : 'body'}
              className="border-hairline px-2.5 py-1 not-first:border-t"
            >
              <CodeText>{text}</CodeText>
            </div>
          ),
      )}
    </figure>
  )
}

type ContentsProps = { argumentsText: string; unified: string }

/** What a truncated diff leaves out, from the arguments. They do not have the text that is replaced. */
export function Contents({ argumentsText, unified }: ContentsProps) {
  const t = useTranslations('call.callPreview')
  const texts = useMemo(() => textsIn(argumentsText), [argumentsText])
  return (
    <>
      <p data-part="contents" className="text-small text-quiet">
        {t('incomplete')}
      </p>
      {/^- /m.test(unified) && (
        <p data-part="replaced" data-fold="folded" className={REMARK}>
          {t('replaced')}
        </p>
      )}
      {texts.map(([name, text]) => (
        <figure key={name} data-part={`content ${name}`} className={PAPER} aria-label={name}>
          <figcaption className={CAPTION}>
            <VisibleText isLine>{name}</VisibleText>
          </figcaption>
          <div className="px-2.5 py-1">
            <CodeText>{text}</CodeText>
          </div>
        </figure>
      ))}
    </>
  )
}

/** The string arguments, by name. */
function textsIn(argumentsText: string): [string, string][] {
  const value: unknown = JSON.parse(argumentsText)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}
