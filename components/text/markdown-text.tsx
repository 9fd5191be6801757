'use client'

import type { JSX, KeyboardEvent, ReactNode } from 'react'
import { createContext, use, useEffect, useState } from 'react'
import { harden } from 'rehype-harden'
import { type Components, Streamdown, type StreamdownProps } from 'streamdown'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { LINK } from '@/components/ui/further-looks'
import { linkToConfirm } from '@/lib/client/page/page-state'
import { languageNamed } from '@/lib/client/text/language-of'
import { exactText, type Node, withoutRequests, withVisibleCharacters } from '@/lib/client/text/prose-tree'
import { CodeText } from './code-text'
import { ColouredCode } from './coloured-code'
import { copyProse, VisibleText } from './visible-text'

/** Nothing is loaded and no markup gets through: `harden` checks once more what `withoutRequests` leaves. */
const PLUGINS: StreamdownProps['rehypePlugins'] = [
  withoutRequests,
  [harden, { allowedLinkPrefixes: ['*'], allowedImagePrefixes: [], linkBlockPolicy: 'text-only' }],
  withVisibleCharacters,
]

type ElementProps = { node?: Node; children?: ReactNode }

/** Plain elements, without the styles of Streamdown. */
const BARE = Object.fromEntries(
  [
    ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'hr', 'section'],
    ...['thead', 'tbody', 'tr', 'th', 'td', 'strong', 'sup', 'sub'],
  ].map(name => [name, name as keyof JSX.IntrinsicElements]),
)

const COMPONENTS: Components = {
  ...BARE,
  a: ({ href = '', children }: ElementProps & { href?: string }) => (
    <OutwardLink address={href}>{children}</OutwardLink>
  ),
  code: ({ children }: ElementProps) => <code dir="ltr">{children}</code>,
  pre: ({ node }: ElementProps) => <CodeBlock language={languageOf(node)}>{codeIn(node)}</CodeBlock>,
  table: ({ children }: ElementProps) => (
    <div className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }: ElementProps & { checked?: boolean }) => (checked ? '☑' : '☐'),
  'picture-text': ({ alt, address }: Record<string, unknown>) => (
    <PictureText alt={String(alt ?? '')} address={String(address ?? '')} />
  ),
}

/** Without the line break that the parser puts at its end. */
const codeIn = (pre: Node | undefined): string => (pre ? exactText(pre).replace(/\n$/, '') : '')

function languageOf(pre: Node | undefined): string {
  const names = pre?.children?.[0]?.properties?.className
  const [name] = Array.isArray(names) ? names : []
  return typeof name === 'string' ? name.replace(/^language-/, '') : ''
}

/** Code that is still being written has no colours yet. */
const Growing = createContext(false)

/** Loaded with the first message that needs it. */
export function MarkdownText({ children, isGrowing }: { children: string; isGrowing: boolean }) {
  return (
    <Growing value={isGrowing}>
      <div onCopy={copyProse}>
        <Streamdown
          className="prose"
          mode={isGrowing ? 'streaming' : 'static'}
          rehypePlugins={PLUGINS}
          components={COMPONENTS}
        >
          {children}
        </Streamdown>
      </div>
    </Growing>
  )
}

/**
 * A link that a model wrote: a person sees its address before it opens. The address is in no attribute, since browsers
 * look up host names of links in advance.
 */
function OutwardLink({ address, children }: { address: string; children: ReactNode }) {
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    linkToConfirm.set(address)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an anchor would have the address as an attribute
    <span
      role="link"
      tabIndex={0}
      className={`cursor-pointer ${LINK}`}
      onClick={() => linkToConfirm.set(address)}
      onKeyDown={press}
    >
      {children}
    </span>
  )
}

/** Stands for a picture, which is not loaded: its description and its address. */
function PictureText({ alt, address }: { alt: string; address: string }) {
  const t = useTranslations('text.picture')
  return (
    <span className="text-quiet">
      {t('notLoaded')}
      {alt !== '' && (
        <>
          {' '}
          <VisibleText isLine>{alt}</VisibleText>
        </>
      )}{' '}
      (<VisibleText isLine>{address}</VisibleText>)
    </span>
  )
}

/** How long the button says that the code was copied. */
const OUTCOME_MS = 2_000

type Props = { children: string; language: string }

/** A code block: wrapped, and copied to the character. */
function CodeBlock({ children, language }: Props) {
  const t = useTranslations('text.codeBlock')
  const known = languageNamed(language)
  const isWhole = !use(Growing)
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), OUTCOME_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(children)
      setOutcome('copied')
    } catch {
      // There is no clipboard at an insecure address, or where it was forbidden.
      setOutcome('refused')
    }
  }
  return (
    <figure
      className="rounded-base border border-hairline bg-surface px-2.5 pb-1.5"
      aria-label={t('code')}
      dir="ltr"
    >
      <figcaption className="flex min-h-7 items-center justify-between text-quiet text-small">
        <span className="font-mono">
          <VisibleText isLine>{language}</VisibleText>
        </span>
        <Button look="quiet" className="-mr-1.5" onClick={() => void copy()}>
          {t(outcome ?? 'copy')}
        </Button>
      </figcaption>
      {known && isWhole ? (
        <ColouredCode language={known}>{children}</ColouredCode>
      ) : (
        <CodeText>{children}</CodeText>
      )}
    </figure>
  )
}
