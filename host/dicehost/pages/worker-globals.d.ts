// The two lines that the host puts before the service worker's text (dicehost/web/offline.py).

declare const VERSION: string;
declare const SHELL: string[];
