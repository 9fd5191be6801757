import { endWithFile } from './world-pool'

endWithFile()
