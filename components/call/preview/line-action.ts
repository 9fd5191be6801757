'use client'

import { createContext, use } from 'react'

/** A line of a file as a diff numbers it: by the old text for one that goes, else by the new one. */
export type DiffLine = { path: string; number: number; side: 'before' | 'after' }

const Context = createContext<((line: DiffLine) => void) | null>(null)

export const LineActionProvider = Context.Provider

/** What pressing the number of a line does, where somebody reviews; null where numbers are only read. */
export const useLineAction = (): ((line: DiffLine) => void) | null => use(Context)
