import { playAreas } from '../support/recording/play-areas.ts'
import { OAUTH_AREAS } from './recorded/areas.ts'

playAreas(OAUTH_AREAS)
