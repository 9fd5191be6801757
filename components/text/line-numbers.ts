import type { CSSProperties } from 'react'

/** A wrapped line continues below its first word, not below its number or sign. */
export const NUMBERED_LINE = 'block pr-2.5 pl-(--lead) -indent-(--lead)'

/** Numbers are not text: they are neither copied nor found. */
export const LINE_NUMBER =
  'inline-block w-(--gutter) pr-[1ch] text-right align-top indent-0 text-(--number) select-none before:content-[attr(data-n)]'

/** The room of the numbers up to one, and what a line leads in with: its number, and a sign where there are any. */
export function roomOfNumbers(most: number, sign = '0ch'): CSSProperties {
  const gutter = `${most === 0 ? 0 : `${most}`.length}ch + 1.25rem`
  return {
    '--gutter': `calc(${gutter})`,
    '--lead': `calc(${gutter} + ${sign})`,
    '--number': 'color-mix(in srgb, var(--quiet) 80%, var(--ink))',
  } as CSSProperties
}
