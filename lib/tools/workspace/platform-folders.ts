import { existsSync } from 'node:fs'
import { descriptorFolders } from './descriptor-folders'
import type { Folders } from './folder'
import { realpathFolders } from './realpath-folders'

const hasDescriptors = process.platform === 'linux' && existsSync('/proc/self/fd')

export const platformFolders: Folders = hasDescriptors ? descriptorFolders : realpathFolders

/** `null` with the full guarantee, else what is missing, in words for people. */
export const whyWeakerFolders: string | null = hasDescriptors
  ? null
  : 'This platform cannot open folders by descriptor. Links out of the workspace are refused, but a ' +
    'program that exchanges folders for links at the right moment could lead a tool astray.'
