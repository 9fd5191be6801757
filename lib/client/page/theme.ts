/** Whether the page is light or dark. The first follows the browser. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Holds the theme that a person has chosen. */
export const THEME_COOKIE = 'countersign-theme'

export const toTheme = (value: unknown): Theme => THEMES.find(theme => theme === value) ?? 'system'

/** Holds that a person wants formulas and diagrams as they were written; where it is missing they are drawn. */
export const FIGURES_COOKIE = 'countersign-figures'

export const toDrawsFigures = (value: unknown): boolean => value !== 'off'
