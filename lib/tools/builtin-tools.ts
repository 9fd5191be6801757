import { sendMessage } from './channels/send-message'
import { setState } from './control/set-state'
import { taskComplete } from './control/task-complete'
import { updatePlan } from './control/update-plan'
import type { ToolDefinition } from './define-tool'
import { applyPatchTool } from './files/apply-patch'
import { deleteFile } from './files/delete-file'
import { editFile } from './files/edit-file'
import { fileInfo } from './files/file-info'
import { listFiles } from './files/list-files'
import { makeFolderTool } from './files/make-folder'
import { copyFile, moveFile } from './files/move-file'
import { readFile } from './files/read-file'
import { restoreFile } from './files/restore-file'
import { searchFiles } from './files/search-files'
import { writeFile } from './files/write-file'
import { recallTool } from './memory/recall'
import { remember } from './memory/remember'
import { readSkill } from './skills/read-skill'
import { fetchUrl } from './web/fetch-url'

/** The Tools that come with the product, in the order in which they are listed and offered. */
export const BUILTIN_TOOLS: ToolDefinition[] = [
  listFiles,
  readFile,
  writeFile,
  editFile,
  applyPatchTool,
  deleteFile,
  moveFile,
  copyFile,
  makeFolderTool,
  searchFiles,
  fileInfo,
  restoreFile,
  fetchUrl,
  sendMessage,
  remember,
  recallTool,
  readSkill,
  updatePlan,
  setState,
  taskComplete,
]
