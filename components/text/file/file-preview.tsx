'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { LONGEST_TREE, type PreviewKind, proseBeginning } from '@/lib/client/text/file-preview'
import { hasMarkdown } from '@/lib/client/text/markdown-signs'
import { type JsonNode, readJsonTree } from '@/lib/json/json-tree'
import { CodeText } from '../code-text'
import { PlainProse } from '../prose'
import { TablePreview } from './table-preview'
import { ValueTree } from './value-tree'

type Props = { kind: PreviewKind; path: string; text: string }

/** What a text of a file may look like elsewhere. All of it is text from outside: nothing is loaded, and nothing hides in it. */
export function FilePreview({ kind, path, text }: Props) {
  const t = useTranslations('text.filePreview')
  return (
    <>
      <p className="px-2.5 pt-1 text-quiet text-small">{t('note')}</p>
      {kind === 'table' && <TablePreview path={path} text={text} />}
      <div className="px-2.5 pt-1 pb-2 empty:hidden">
        {kind === 'tree' && <TreePreview text={text} />}
        {kind === 'prose' && <ProsePreview text={text} />}
      </div>
    </>
  )
}

const MarkdownText = lazyPart(async () => (await import('../markdown-text')).MarkdownText)

/** Without the figures that a person may want in messages. */
function ProsePreview({ text }: { text: string }) {
  const t = useTranslations('text.filePreview')
  const shown = proseBeginning(text)
  return (
    <>
      {hasMarkdown(shown) ? (
        <MarkdownText fallback={<PlainProse>{shown}</PlainProse>} isGrowing={false} drawsFigures={false}>
          {shown}
        </MarkdownText>
      ) : (
        <PlainProse>{shown}</PlainProse>
      )}
      {shown.length < text.length && (
        <p className="pt-1 text-quiet text-small">
          {t('beginning', { count: shown.length, all: text.length })}
        </p>
      )}
    </>
  )
}

function TreePreview({ text }: { text: string }) {
  const t = useTranslations('text.tree')
  const isLong = text.length > LONGEST_TREE
  const tree = useMemo(() => (isLong ? null : readJsonTree(text)), [isLong, text])
  if (!tree) return <p className="text-small">{t(isLong ? 'long' : 'none')}</p>
  if (!partsOf(tree)?.length) return <CodeText>{text}</CodeText>
  return <ValueTree value={tree} reader={{ partsOf, textOf: ({ start, end }) => text.slice(start, end) }} />
}

function partsOf(node: JsonNode): [string, JsonNode][] | null {
  if (node.kind === 'object') return node.entries.map(({ key, value }) => [key, value])
  return node.kind === 'array' ? node.items.map((item, at) => [`${at}`, item]) : null
}
