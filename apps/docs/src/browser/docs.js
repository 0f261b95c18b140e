// The script of every page.
import './menu.js';
import './examples.js';
import './search.js';
import './try-it.js';
