import { endWithFile } from './world/world-pool'

endWithFile()
