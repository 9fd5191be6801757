import type { JSX, KeyboardEvent, ReactNode } from 'react'
import { harden } from 'rehype-harden'
import { type Components, Streamdown, type StreamdownProps } from 'streamdown'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { LINK } from '@/components/ui/further-looks'
import { useHydrated } from '@/components/ui/use-hydrated'
import { withFormulas, withText } from '@/lib/client/figures/formulas'
import { linkToConfirm } from '@/lib/client/page/page-state'
import { FIGURES_COOKIE, toDrawsFigures } from '@/lib/client/page/theme'
import { exactText, type Node, withoutRequests, withVisibleCharacters } from '@/lib/client/text/prose-tree'
import { CodeBlock, GrowingProvider } from './code-block'
import { Diagram } from './diagram'
import { copyProse, VisibleText } from './visible-text'

/** Nothing is loaded and no markup gets through: `harden` checks once more what `withoutRequests` leaves. */
const PLUGINS = [
  withoutRequests,
  [harden, { allowedLinkPrefixes: ['*'], allowedImagePrefixes: [], linkBlockPolicy: 'text-only' }],
  withVisibleCharacters,
] satisfies StreamdownProps['rehypePlugins']

const PLUGINS_WITH_FIGURES: StreamdownProps['rehypePlugins'] = [withFormulas, ...PLUGINS]

type ElementProps = { node?: Node; children?: ReactNode }

/** Plain elements, without the styles of Streamdown. */
const BARE = Object.fromEntries(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr section thead tbody tr th td strong sup sub'
    .split(' ')
    .map(name => [name, name as keyof JSX.IntrinsicElements]),
)

const COMPONENTS: Components = {
  ...BARE,
  a: ({ href = '', children }: ElementProps & { href?: string }) => (
    <OutwardLink address={href}>{children}</OutwardLink>
  ),
  code: ({ children }: ElementProps) => <code dir="ltr">{children}</code>,
  pre: ({ node }: ElementProps) => <Code node={node} />,
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

const WITH_FIGURES: Components = {
  ...COMPONENTS,
  pre: ({ node }: ElementProps) =>
    languageOf(node) === 'mermaid' ? <Diagram>{codeIn(node)}</Diagram> : <Code node={node} />,
  'formula-text': ({ formula }: Record<string, unknown>) => <Formula>{String(formula ?? '')}</Formula>,
}

const Code = ({ node }: { node: Node | undefined }) => (
  <CodeBlock language={languageOf(node)}>{codeIn(node)}</CodeBlock>
)

/** Without the line break that the parser puts at its end. */
const codeIn = (pre: Node | undefined): string => (pre ? exactText(pre).replace(/\n$/, '') : '')

function languageOf(pre: Node | undefined): string {
  const names = pre?.children?.[0]?.properties?.className
  const [name] = Array.isArray(names) ? names : []
  return typeof name === 'string' ? name.replace(/^language-/, '') : ''
}

/** Loaded with the first message that needs it. What is still being written has no figures: half of one is none. */
export function MarkdownText({ children, isGrowing }: { children: string; isGrowing: boolean }) {
  const draws = useDrawsFigures() && !isGrowing
  return (
    <GrowingProvider value={isGrowing}>
      <div onCopy={copyProse}>
        <Streamdown
          className="prose"
          mode={isGrowing ? 'streaming' : 'static'}
          rehypePlugins={draws ? PLUGINS_WITH_FIGURES : PLUGINS}
          components={draws ? WITH_FIGURES : COMPONENTS}
        >
          {draws ? withText(children) : children}
        </Streamdown>
      </div>
    </GrowingProvider>
  )
}

/**
 * As the cookie says, once the page is at work: until then there is nothing to draw with. Where it is chosen no message is
 * shown.
 */
const useDrawsFigures = (): boolean =>
  useHydrated() && toDrawsFigures(document.cookie.match(new RegExp(`(?:^|; )${FIGURES_COOKIE}=(\\w*)`))?.[1])

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

const DrawnFormula = lazyPart(async () => (await import('./drawn-formula')).DrawnFormula)

/** A formula, as it is written until it is drawn. */
function Formula({ children }: { children: string }) {
  const text = <VisibleText isProse>{children}</VisibleText>
  return (
    <DrawnFormula fallback={text} source={children}>
      {text}
    </DrawnFormula>
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
