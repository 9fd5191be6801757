import { type ReactNode, useMemo } from 'react'
import { readFormula } from '@/lib/client/figures/formulas'
import { mathMarkup } from '@/lib/client/figures/math-markup'

/** What is longer may not fit into a line, and scrolls in its own box. */
const LONGEST_IN_LINE = 40

/** What browsers leave around these, which our reset takes from all elements: without it `1 2` would read 12. */
const ROOM = '[&_mtd]:px-[0.4em] [&_mtd]:py-[0.5ex] [&_mfrac]:px-px'

type Props = {
  /** With its signs. */
  source: string
  /** Its text, where it cannot be drawn. */
  children: ReactNode
}

/** A formula, drawn by the browser from sanitized MathML. It paints nothing outside of its box. Loaded with the first. */
export function DrawnFormula({ source, children }: Props) {
  const { tex, isDisplay } = readFormula(source)
  const markup = useMemo(() => mathMarkup(tex, isDisplay), [tex, isDisplay])
  if (markup === null) return children
  const isInLine = !isDisplay && source.length <= LONGEST_IN_LINE
  const box = isDisplay ? 'block py-1 [&+br]:hidden' : 'inline-block max-w-full align-middle'
  return (
    <span
      title={tex.trim()}
      dir="ltr"
      className={`${ROOM} ${isInLine ? '[clip-path:inset(-0.25em)]' : `overflow-x-auto overflow-y-hidden ${box}`}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it has only the elements and attributes of a list of ours
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  )
}
