import { playAreas } from '../support/recording/play-areas.ts'
import { DATA_AREAS } from './recorded/areas.ts'

playAreas(DATA_AREAS)
