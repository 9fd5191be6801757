'use client'

import { createElement, type ReactNode, useMemo } from 'react'
import { readFormula } from '@/lib/client/figures/formulas'
import { type MathNode, mathTree } from '@/lib/client/figures/math-tree'

/** What is longer may not fit into a line, and scrolls in its own box. */
const LONGEST_IN_LINE = 40

type Props = {
  /** With its signs. */
  source: string
  /** Its text, where it cannot be drawn. */
  children: ReactNode
}

/** A formula, drawn by the browser from elements that are ours. It paints nothing outside of its box. Loaded with the first. */
export function DrawnFormula({ source, children }: Props) {
  const { tex, isDisplay } = readFormula(source)
  const tree = useMemo(() => mathTree(tex, isDisplay), [tex, isDisplay])
  if (!tree) return children
  const isInLine = !isDisplay && source.length <= LONGEST_IN_LINE
  const box = isDisplay ? 'block py-1 [&+br]:hidden' : 'inline-block max-w-full align-middle'
  return (
    <span
      title={tex.trim()}
      dir="ltr"
      className={isInLine ? '[clip-path:inset(-0.25em)]' : `overflow-x-auto overflow-y-hidden ${box}`}
    >
      {elementOf(tree, 0)}
    </span>
  )
}

const elementOf = (node: MathNode, key: number): ReactNode =>
  typeof node === 'string'
    ? node
    : createElement(
        node.name,
        { key, ...node.attributes, className: ROOM[node.name] },
        ...node.children.map(elementOf),
      )

/** What browsers leave around these, which our reset takes from all elements: without it `1 2` would read 12. */
const ROOM: Record<string, string> = { mtd: 'px-[0.4em] py-[0.5ex]', mfrac: 'px-px' }
