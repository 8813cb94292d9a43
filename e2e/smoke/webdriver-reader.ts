import { By, error, Key, Origin, type WebDriver, type WebElement } from 'selenium-webdriver';
import { type PressTarget, type Reader, waitUntil } from './reader.ts';

const pressSelectors: Record<PressTarget, string> = {
  button: 'button, summary, [role=button], input[type=submit]',
  link: 'a[href]',
  option: '[role=option]',
  label: 'label',
};
const fieldSelector = 'input:not([type=radio], [type=checkbox], [type=file], [type=submit]), textarea';

/** Elements that the reader can reach: visible, and inside the topmost modal dialog if there is one. */
const reachable = `
  const above = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  return [...above.querySelectorAll(arguments[0])].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }));
`;

/** Transient errors: the element was replaced, is still moving, or is covered for now. */
const transientErrors = [
  error.StaleElementReferenceError,
  error.ElementNotInteractableError,
  error.ElementClickInterceptedError,
];

/** Returns undefined on a transient error, so that the caller tries again. */
const ignoreTransient = async <Value>(act: () => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await act();
  } catch (cause) {
    if (transientErrors.some((kind) => cause instanceof kind)) return undefined;
    throw cause;
  }
};

/** The first element with this accessible name, as the browser computes it. */
const find = async (
  driver: WebDriver,
  selector: string,
  name: string | RegExp,
): Promise<WebElement | undefined> => {
  for (const element of await driver.executeScript<WebElement[]>(reachable, selector)) {
    const text = selector === pressSelectors.label ? element.getText() : element.getAccessibleName();
    const accessibleName = (await text).replaceAll(/\s+/g, ' ').trim();
    if (typeof name === 'string' ? accessibleName === name : name.test(accessibleName)) return element;
  }
  return undefined;
};

/** A reader in a browser driven by WebDriver, whose protocol gives no access to the console. */
export const webdriverReader = (driver: WebDriver): Reader => {
  const act = (
    what: string,
    selector: string,
    name: string | RegExp,
    action: (it: WebElement) => Promise<void>,
  ) =>
    waitUntil(what, () =>
      ignoreTransient(async () => {
        const element = await find(driver, selector, name);
        if (!element) return undefined;
        // The driver itself scrolls to the window's edge, where something may float above the element.
        await driver.executeScript(
          'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })',
          element,
        );
        await action(element);
        return true;
      }),
    );
  return {
    open: (address) => driver.get(address),
    address: () => driver.getCurrentUrl(),
    resize: async (width, height) => void (await driver.manage().window().setRect({ width, height })),
    press: async (what, name) =>
      void (await act(`${what} ${name}`, pressSelectors[what], name, (it) => it.click())),
    tap: (x, y) => driver.actions().move({ x, y, origin: Origin.VIEWPORT }).click().perform(),
    escape: () => driver.actions().sendKeys(Key.ESCAPE).perform(),
    fill: async (label, text) =>
      void (await act(`field ${label}`, fieldSelector, label, async (field) => {
        await field.clear();
        await field.sendKeys(text);
      })),
    attach: (path) => driver.findElement(By.css('input[type=file]')).sendKeys(path),
    run: (script) => driver.executeScript(script),
    takeErrors: () => [],
    close: () => driver.quit(),
  };
};
