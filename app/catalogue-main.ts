import { startFinder } from './features/catalogue/visitor/finder.ts';
import { startWays } from './features/catalogue/visitor/ways-to-sign-in.ts';
import { startVisitorPage } from './visitor-start.ts';

/** The visitor's catalogue can be read without scripts; search and categories come with this small one. */
startVisitorPage();
startFinder();
startWays();
