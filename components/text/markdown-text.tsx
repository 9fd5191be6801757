'use client'

import type { JSX, ReactNode } from 'react'
import { harden } from 'rehype-harden'
import { type Components, Streamdown, type StreamdownProps } from 'streamdown'
import { exactText, inWords, laidOpen, type Node } from '@/lib/client/prose-tree'
import { CodeBlock } from './code-block'
import { copyProse } from './copy-exactly'
import { OutwardLink } from './outward-link'
import { PictureWords } from './picture-words'

/** Nothing is loaded and no markup gets through: what `inWords` leaves is held once more against a list. */
const PLUGINS: StreamdownProps['rehypePlugins'] = [
  inWords,
  [harden, { allowedLinkPrefixes: ['*'], allowedImagePrefixes: [], linkBlockPolicy: 'text-only' }],
  laidOpen,
]

type Given = { node?: Node; children?: ReactNode }

/** Elements as they are, without the looks that their reader would give them. */
const BARE = Object.fromEntries(
  [
    ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'hr', 'section'],
    ...['thead', 'tbody', 'tr', 'th', 'td', 'strong', 'sup', 'sub'],
  ].map(name => [name, name as keyof JSX.IntrinsicElements]),
)

const COMPONENTS: Components = {
  ...BARE,
  a: ({ href = '', children }: Given & { href?: string }) => (
    <OutwardLink address={href}>{children}</OutwardLink>
  ),
  code: ({ children }: Given) => <code dir="ltr">{children}</code>,
  pre: ({ node }: Given) => <CodeBlock language={languageOf(node)}>{codeIn(node)}</CodeBlock>,
  table: ({ children }: Given) => (
    <div className="prose-table">
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }: Given & { checked?: boolean }) => (checked ? '☑' : '☐'),
  'picture-words': ({ alt, address }: Record<string, unknown>) => (
    <PictureWords alt={String(alt ?? '')} address={String(address ?? '')} />
  ),
}

/** Without the line break that its reader puts at its end. */
const codeIn = (pre: Node | undefined): string => (pre ? exactText(pre).replace(/\n$/, '') : '')

function languageOf(pre: Node | undefined): string {
  const names = pre?.children?.[0]?.properties?.className
  const [name] = Array.isArray(names) ? names : []
  return typeof name === 'string' ? name.replace(/^language-/, '') : ''
}

/** Loaded when the first message needs it, and not before. */
export function MarkdownText({ children, isGrowing }: { children: string; isGrowing: boolean }) {
  return (
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
  )
}
