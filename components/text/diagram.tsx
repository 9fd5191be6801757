import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { type DiagramFault, diagramAnswer, LONGEST_DIAGRAM } from '@/lib/client/figures/diagram-answer'
import { hasHiddenCharacters } from '@/lib/text/hidden-characters'
import { CODE_CAPTION, CODE_FIGURE, CodeBlock, CopyCode } from './code-block'
import { CodeText } from './code-text'

/** A frame that says nothing for that long after it was loaded is taken away. */
const DEADLINE_MS = 10_000

/**
 * A diagram that a model wrote, drawn in a frame that has no way to anything; its source is what was said. On paper there is
 * the source: a frame that a browser keeps in a process of its own leaves a blank there.
 */
export function Diagram({ children }: { children: string }) {
  const t = useTranslations('text.diagram')
  const [fault, setFault] = useState<DiagramFault | null>(children.length > LONGEST_DIAGRAM ? 'long' : null)
  const [showsSource, setShowsSource] = useState(() => hasHiddenCharacters(children))
  if (fault) {
    return (
      <div>
        <p className="mb-1 text-quiet text-small">{t('notDrawn', { why: t(fault) })}</p>
        <CodeBlock language="mermaid">{children}</CodeBlock>
      </div>
    )
  }
  return (
    <figure className={CODE_FIGURE} aria-label={t('diagram')} dir="ltr">
      <figcaption className={CODE_CAPTION}>
        <span className="mr-auto">{t('diagram')}</span>
        <Button variant="quiet" aria-expanded={showsSource} onClick={() => setShowsSource(!showsSource)}>
          {t('source')}
        </Button>
        <CopyCode>{children}</CopyCode>
      </figcaption>
      <DiagramFrame text={children} onFault={setFault} />
      {showsSource && <CodeText>{children}</CodeText>}
      {!showsSource && (
        <div className="hidden print:block">
          <CodeText isWhole>{children}</CodeText>
        </div>
      )}
    </figure>
  )
}

function DiagramFrame({ text, onFault }: { text: string; onFault: (fault: DiagramFault) => void }) {
  const t = useTranslations('text.diagram')
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    const element = frame.current
    if (!isLoaded || !element) return
    const { port1: port, port2 } = new MessageChannel()
    const deadline = setTimeout(() => onFault('late'), DEADLINE_MS)
    port.onmessage = ({ data }) => {
      const answer = diagramAnswer(data)
      if (!answer) return
      clearTimeout(deadline)
      if ('fault' in answer) onFault(answer.fault)
      else setHeight(answer.height)
    }
    // It has no origin that could be named. It was loaded from our address, and can be led to no other.
    element.contentWindow?.postMessage(null, '*', [port2])
    const draw = () => port.postMessage({ text, ...looksOf(element) })
    draw()
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', draw)
    return () => {
      scheme.removeEventListener('change', draw)
      clearTimeout(deadline)
      port.close()
    }
  }, [isLoaded, text, onFault])
  return (
    <iframe
      ref={frame}
      src="/figure/frame.html"
      title={t('diagram')}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      loading="lazy"
      className={`block w-full border-field bg-surface print:hidden ${height === null ? 'invisible' : ''}`}
      style={{ height: height ?? 160 }}
      onLoad={() => setLoaded(true)}
    />
  )
}

/** The colours and the size of what stands around a drawing. */
function looksOf(frame: HTMLIFrameElement) {
  const { color, backgroundColor, borderColor, fontSize } = getComputedStyle(frame)
  return { ink: color, surface: backgroundColor, quiet: borderColor, fontSize: Number.parseFloat(fontSize) }
}
